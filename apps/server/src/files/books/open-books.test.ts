import { mkdtempSync, readFileSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PdfDocument } from '@lectern/formats/readers';
import { listPackedPages } from '@lectern/formats/unpack';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { writePdf } from '../../../../../fixtures/pdf-writer.ts';
import { toPlace } from '../../../tests/_harness/any-place.ts';
import { createOpenBooks } from './open-books.ts';

const GOOD = join(import.meta.dirname, '../../../../../fixtures/good/cbr');
const folder = mkdtempSync(join(tmpdir(), 'lectern-open-books-'));
afterAll(() => rmSync(folder, { recursive: true }));

let count = 0;
function save(bytes: Buffer): string {
  count += 1;
  const path = join(folder, `${String(count)}.book`);
  writeFileSync(path, bytes);
  return path;
}

const pageCount = ({ pageCount: pages }: PdfDocument): number => pages;
const one = writePdf({ pages: [{}] });
const two = writePdf({ pages: [{}, {}] });

describe('open books', () => {
  it('are opened once for many pages', async () => {
    using books = createOpenBooks();
    const pdf = save(one);
    for (let page = 0; page < 3; page += 1) expect(await books.withPdf(toPlace(pdf), pageCount)).toBe(1);
    const rar = save(readFileSync(join(GOOD, 'packed-rar3.cbr')));
    for (const entry of await listPackedPages(rar)) {
      expect(await books.withArchive(toPlace(rar), 'rar', async (archive) => archive.extract(entry))).toHaveLength(
        entry.length,
      );
    }
    expect(books.openedCount()).toBe(2);
  });

  it('are opened again when another file replaced them, or their bytes changed', async () => {
    using books = createOpenBooks();
    const path = save(one);
    expect(await books.withPdf(toPlace(path), pageCount)).toBe(1);
    renameSync(save(two), path);
    expect(await books.withPdf(toPlace(path), pageCount)).toBe(2);
    writeFileSync(path, one);
    utimesSync(path, 1_000, 1_000);
    expect(await books.withPdf(toPlace(path), pageCount)).toBe(1);
    expect(books.openedCount()).toBe(3);
  });

  it('are few: the longest unused is closed', async () => {
    using books = createOpenBooks();
    const paths = Array.from({ length: 4 }, () => save(one));
    for (const path of [...paths, ...paths.slice(1)]) await books.withPdf(toPlace(path), pageCount);
    expect(books.openedCount()).toBe(4);
    for (const path of paths.slice(0, 1)) await books.withPdf(toPlace(path), pageCount);
    expect(books.openedCount()).toBe(5);
  });

  it('are closed after an error, and when the file is gone', async () => {
    using books = createOpenBooks();
    const path = save(one);
    const fail = (): never => {
      throw new Error('no such page');
    };
    await books.withPdf(toPlace(path), pageCount);
    await expect(books.withPdf(toPlace(path), fail)).rejects.toThrow('no such page');
    await books.withPdf(toPlace(path), pageCount);
    expect(books.openedCount()).toBe(2);
    rmSync(path);
    await expect(books.withPdf(toPlace(path), pageCount)).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it('are closed after a while without reads', async () => {
    vi.useFakeTimers();
    try {
      using books = createOpenBooks();
      const path = save(one);
      await books.withPdf(toPlace(path), pageCount);
      vi.advanceTimersByTime(60_000);
      await books.withPdf(toPlace(path), pageCount);
      expect(books.openedCount()).toBe(2);
    } finally {
      vi.useRealTimers();
    }
  });
});
