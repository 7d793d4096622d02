import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type BookReading, DEFAULT_LIMITS, type PageRecord } from './index.ts';
import { isDirect, readEntry } from './read-entry.ts';
import { openPacked, readBook } from './readers.ts';
import { openSource } from './source.ts';

const FIXTURES = join(import.meta.dirname, '../../../fixtures');
const EXPECTED = '.expected.json';

/** Page bytes as a server gets them: by what is stored with the book, without opening it as an archive again. */
async function pageBytes(path: string, { source }: PageRecord): Promise<Buffer | null> {
  if (source.kind === 'rar' || source.kind === 'sevenzip') {
    using archive = await openPacked(path, source.kind);
    return await archive.extract(source);
  }
  if (!isDirect(source)) return null;
  using file = openSource(path);
  return readEntry(file, source, DEFAULT_LIMITS);
}

async function describePages(path: string, { pages }: BookReading): Promise<unknown[]> {
  const described: unknown[] = [];
  for (const page of pages) {
    const bytes = await pageBytes(path, page);
    if (bytes !== null) expect(bytes.length).toBe(page.byteLength);
    const { name, mediaType, width, height } = page;
    described.push({ name, mediaType, width, height, sha256: bytes === null ? null : sha256(bytes) });
  }
  return described;
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

const good = readdirSync(join(FIXTURES, 'good'), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith(EXPECTED))
  .map((name) => name.slice(0, -EXPECTED.length));

describe('readBook', () => {
  it('has good and broken fixtures to read', () => {
    expect(good.length).toBeGreaterThan(35);
  });

  it.each(good)('finds in %s what its builder put there', async (name) => {
    const path = join(FIXTURES, 'good', name);
    const expected = readExpected(`${path}${EXPECTED}`);
    const reading = await readBook(path);
    const pages = await describePages(path, reading);
    const cover = reading.pages.findIndex((_page, index) => {
      const page = pages[index];
      const hash = typeof page === 'object' && page !== null && 'sha256' in page ? page.sha256 : null;
      return reading.cover !== null && hash === sha256(reading.cover.bytes);
    });
    expect({
      ...expected,
      format: reading.format,
      pages,
      cover: reading.cover === null ? null : reading.pages[cover]?.name,
      problems: reading.problems.map((problem) => problem.code).toSorted(),
    }).toEqual({ ...expected, ...('problems' in expected ? { problems: sorted(expected.problems) } : {}) });
    const metadata: unknown = 'metadata' in expected ? expected.metadata : {};
    expect({ ...reading.metadata, ...Object(metadata) }).toEqual(reading.metadata);
    expect(reading.pageCount).toBe(reading.pages.length);
    // What is stored with a book goes through JSON.
    expect(JSON.parse(JSON.stringify(reading.pages))).toEqual(reading.pages);
  });

  it.each(readdirSync(join(FIXTURES, 'broken')))('refuses %s with the code in its name', async (name) => {
    const code = name.slice(0, name.indexOf('--'));
    await expect(readBook(join(FIXTURES, 'broken', name))).rejects.toMatchObject({ name: 'FormatError', code });
  });
});

function sorted(codes: unknown): unknown {
  return Array.isArray(codes) ? codes.map(String).toSorted() : codes;
}

function readExpected(path: string): object {
  const parsed: unknown = JSON.parse(readFileSync(path, 'utf8'));
  if (typeof parsed === 'object' && parsed !== null) return parsed;
  throw new TypeError(`Expected an object in ${path}`);
}
