import type { BookPage } from '@lectern/contract';
import { describe, expect, it } from 'vitest';
import { drawnPages, storedPages, widthStep } from './page-source.ts';

const ID = '0199f1d2-0000-7000-8000-000000000001';
const hashed = { id: ID, fileHash: '0123456789abcdef0123456789abcdef' };
const page = (width: number | null): BookPage => ({
  pageNumber: 1,
  fileName: '1.jpg',
  mediaType: 'image/jpeg',
  fileSize: 1,
  width,
  height: width,
});

describe('storedPages', () => {
  const source = storedPages(hashed, [page(1200), page(9000), page(null)]);

  it('requests the stored page', () => {
    expect(source.widthFor(1, 800)).toBeUndefined();
    expect(source.widthFor(3, 300)).toBeUndefined();
    expect(source.address(1, undefined)).toBe(`/api/v1/books/${ID}/pages/1?v=0123456789abcdef`);
  });

  it('requests a smaller image when a page is far larger than the screen', () => {
    expect(source.widthFor(2, 800)).toBe(1080);
    expect(source.address(2, 1080)).toBe(`/api/v1/books/${ID}/pages/2?width=1080&v=0123456789abcdef`);
    expect(source.widthFor(2, 6000)).toBe(4096);
  });
});

describe('drawnPages', () => {
  const source = drawnPages({ id: ID, fileHash: '' });

  it('requests the width the screen can show', () => {
    expect(source.widthFor(1, 800)).toBe(1080);
    expect(source.address(1, 1080)).toBe(`/api/v1/books/${ID}/pages/1?width=1080&format=webp`);
    expect(source.thumbnail(7)).toBe(`/api/v1/books/${ID}/pages/7?width=240&format=webp`);
  });
});

describe('widthStep', () => {
  it('returns few distinct widths', () => {
    expect([1, 480, 481, 99_999].map(widthStep)).toEqual([480, 480, 720, 4096]);
  });
});
