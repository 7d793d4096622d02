import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { memorySource } from '../../../../fixtures/memory-source.ts';
import { listRarParts, writeRarOfParts } from '../../../../fixtures/rar-repeat.ts';
import { readComic } from './read-comic.ts';
import { DEFAULT_LIMITS } from '../limits.ts';
import { openRar } from '../rar/open.ts';

const FIXTURE = join(import.meta.dirname, '../../../../fixtures/good/cbr/packed-rar5.cbr');

function buildSolid(names: readonly string[]): Buffer {
  const [picture] = listRarParts(readFileSync(FIXTURE));
  if (picture === undefined) throw new Error('Expected a picture');
  return writeRarOfParts(
    names.map((name) => [picture, name]),
    { solid: true },
  );
}

function pageNames(count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => `page-${String(index + 1).padStart(3, '0')}.jpg`);
}

describe('a solid archive', () => {
  it('is read by as many reads for each page, however many there are', async () => {
    const readsFor = async (count: number): Promise<number> => {
      const source = memorySource(buildSolid(pageNames(count)));
      using container = openRar(source, DEFAULT_LIMITS);
      const { pages, cover } = await readComic(container, DEFAULT_LIMITS);
      expect(pages.map(({ width }) => width)).toEqual(Array.from({ length: count }, () => pages[0]?.width));
      expect(pages[0]?.width).toBeGreaterThan(0);
      expect(cover).not.toBeNull();
      return source.readCount();
    };
    const [few, many] = [await readsFor(10), await readsFor(80)];
    expect(many / few).toBeLessThan(9);
  });

  it('is not run through again for a document that came by', async () => {
    const source = memorySource(buildSolid([...pageNames(5), 'document.xml']));
    using container = openRar(source, DEFAULT_LIMITS);
    const pages = container.entries.slice(0, 5);
    const document = container.entries[5];
    if (document === undefined) throw new Error('Expected a document');
    let seen = 0;
    await container.readHeads(pages, 64 * 1024, () => {
      seen += 1;
    });
    expect(seen).toBe(5);
    const before = source.readCount();
    expect(await container.read(document)).toHaveLength(document.length);
    expect(source.readCount()).toBe(before);
  });
});
