import type { Book, BookPage } from '@lectern/contract';
import { expect, it } from 'vitest';
import { planBookFiles, planPages, planTextFiles } from './plan-files.ts';

const ID = '0199f1d2-0000-7000-8000-000000000001';
const book = (fileFormat: Book['fileFormat']) => ({ id: ID, fileFormat, fileHash: 'a'.repeat(32) }) as Book;
const page = (width: number) => ({ width, height: width, mediaType: 'image/jpeg' }) as BookPage;
const screen = { pixels: 1000, quality: 'screen' } as const;

it('asks for the pages that the reader asks for on this screen', () => {
  const files = planPages(book('cbz'), [page(900), page(4000)], screen);
  expect(files.map(({ address }) => address)).toEqual([
    `/api/v1/books/${ID}/pages`,
    `/api/v1/books/${ID}/pages/1?v=aaaaaaaaaaaaaaaa`,
    `/api/v1/books/${ID}/pages/2?width=1080&resample=even&v=aaaaaaaaaaaaaaaa`,
  ]);
  const whole = planPages(book('cbz'), [page(4000)], { ...screen, quality: 'stored' });
  expect(whole[1]).toMatchObject({ width: undefined, isFixed: true });
  expect(planPages(book('pdf'), [page(900)], screen)[1]?.address).toContain('width=1080&format=webp');
});

it('keeps chapters and what they show, and nothing outside of the book', () => {
  const at = `/api/v1/books/${ID}/resources`;
  const manifest = {
    metadata: { title: 'Evenings' },
    links: [],
    readingOrder: [{ href: `https://elsewhere.example${at}/c1.xhtml?v=1`, type: 'application/xhtml+xml' }],
    resources: [
      { href: `${at}/lamp.png` },
      { href: `${at}/c1.xhtml?v=1` },
      { href: '/api/v1/users' },
      { name: 'no href' },
    ],
  };
  const files = planTextFiles(ID, manifest, 'https://here.example');
  expect(files.slice(2).map(({ address, isOptional }) => [address, isOptional])).toEqual([
    [`${at}/c1.xhtml?v=1`, false],
    [`${at}/lamp.png`, true],
  ]);
});

it('asks for no cover of a book that has none', () => {
  expect(planBookFiles({ id: ID, coverVersion: null }).some(({ address }) => address.includes('thumbnail'))).toBe(
    false,
  );
  expect(planBookFiles({ id: ID, coverVersion: 'x' }).at(-1)?.address).toContain('thumbnail?width=480&v=x');
});
