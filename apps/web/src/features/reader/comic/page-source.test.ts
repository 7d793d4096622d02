import type { BookPage } from '@lectern/contract';
import { describe, expect, it } from 'vitest';
import { widthStep } from '#entities/book/page-width.ts';
import { drawnPages, type ImageOptions, storedPages } from './page-source.ts';

const ID = '0199f1d2-0000-7000-8000-000000000001';
const hashed = { id: ID, fileHash: '0123456789abcdef0123456789abcdef' };
const ADDRESS = `/api/v1/books/${ID}/pages`;
const SCREEN: ImageOptions = { images: 'screen', greys: false, contrast: 0 };
const E_INK: ImageOptions = { images: 'screen', greys: true, contrast: 1 };

const page = (width: number | null, mediaType = 'image/jpeg'): BookPage => ({
  ...{ pageNumber: 1, fileName: '1.jpg', fileSize: 1, mediaType },
  width,
  height: width,
});
const PAGES = [page(1200), page(9000), page(null), page(3000, 'image/png')];

describe('storedPages', () => {
  const source = storedPages(hashed, PAGES, SCREEN);

  it('requests the stored page when it is about as large as the screen, or smaller, or of unknown size', () => {
    expect(source.widthFor(1, 1060)).toBeUndefined();
    expect(source.widthFor(1, 3000)).toBeUndefined();
    expect(source.widthFor(3, 300)).toBeUndefined();
    expect(source.address(1, undefined)).toBe(`${ADDRESS}/1?v=0123456789abcdef`);
  });

  it('requests an image for the screen when the page is larger', () => {
    expect(source.widthFor(1, 700)).toBe(720);
    expect(source.widthFor(2, 800)).toBe(1080);
    expect(source.widthFor(2, 6000)).toBe(4096);
    expect(source.address(2, 1080)).toBe(`${ADDRESS}/2?width=1080&resample=even&v=0123456789abcdef`);
    expect(source.address(4, 1080)).toBe(`${ADDRESS}/4?width=1080&format=webp&resample=even&v=0123456789abcdef`);
  });

  it('requests every page as it is stored when the user wants that', () => {
    const original = storedPages(hashed, PAGES, { ...SCREEN, images: 'original' });
    expect(original.widthFor(2, 800)).toBeUndefined();
  });

  it('requests greys in exactly the pixels of the device, and a smaller page without dots', () => {
    const greys = storedPages(hashed, PAGES, E_INK);
    expect([greys.isExact, source.isExact]).toEqual([true, false]);
    expect(greys.widthFor(1, 1071.6)).toBe(1072);
    expect(greys.widthFor(1, 1264)).toBeUndefined();
    expect(greys.widthFor(2, 8000)).toBe(4096);
    expect(greys.address(1, 1072)).toBe(`${ADDRESS}/1?width=1072&greys=16&contrast=1&v=0123456789abcdef`);
    expect(greys.address(1, undefined)).toBe(`${ADDRESS}/1?contrast=1&v=0123456789abcdef`);
  });
});

describe('a book behind a link', () => {
  it('has its pages below the link, for both readers', () => {
    const book = { id: ID, fileHash: '', shareId: 'link' };
    for (const createSource of [storedPages, drawnPages]) {
      const source = createSource(book, PAGES, SCREEN);
      expect(source.isLinked).toBe(true);
      expect(source.thumbnail(2)).toBe(`/api/v1/shared/link/books/${ID}/pages/2?width=240&format=webp`);
    }
    expect(storedPages(book, PAGES, SCREEN).address(1, undefined)).toBe(`/api/v1/shared/link/books/${ID}/pages/1`);
    expect(storedPages(hashed, PAGES, SCREEN).isLinked).toBe(false);
  });
});

describe('drawnPages', () => {
  const book = { id: ID, fileHash: '' };

  it('requests the width the screen can show', () => {
    const source = drawnPages(book, [], SCREEN);
    expect(source.widthFor(1, 800)).toBe(1080);
    expect(source.address(1, 1080)).toBe(`${ADDRESS}/1?width=1080&format=webp`);
    expect(source.thumbnail(7)).toBe(`${ADDRESS}/7?width=240&format=webp`);
  });

  it('requests greys in exactly the pixels of the device', () => {
    const source = drawnPages(book, [], E_INK);
    expect(source.widthFor(1, 1071.6)).toBe(1072);
    expect(source.address(1, 1072)).toBe(`${ADDRESS}/1?width=1072&greys=16&contrast=1`);
  });
});

describe('widthStep', () => {
  it('returns few distinct widths', () => {
    expect([1, 480, 481, 99_999].map(widthStep)).toEqual([480, 480, 720, 4096]);
  });
});
