import type { FormatProblem, PageRecord } from '@lectern/formats';
import { describe, expect, it } from 'vitest';
import { describeDamage } from '#core/rules/files/describe-error.ts';

const stored = { kind: 'stored', offset: 0, length: 1, crc: null } as const;

function newPage(name: string, fields: Partial<PageRecord> = {}): PageRecord {
  return { name, mediaType: 'image/png', width: 10, height: 15, byteLength: 1, source: stored, ...fields };
}

const whole = ['1', '2', '3', '4', '5'].map((name) => newPage(name));

function readDamage(changes: Readonly<Record<number, Partial<PageRecord>>>, problems: readonly FormatProblem[] = []) {
  const pages = whole.map((page, index) => ({ ...page, ...changes[index + 1] }));
  return describeDamage({ pages, layout: 'pages', problems });
}

describe('describeDamage', () => {
  it('says nothing of pages that are whole, and leaves other oddities alone', () => {
    const problems = [{ code: 'zip.truncated', message: 'The end is missing' }];
    expect(readDamage({}, problems)).toEqual({ error: undefined, isTotal: false, otherProblems: problems });
  });

  it('names damaged pages by number and cause', () => {
    const unreadable: Partial<PageRecord> = { source: { kind: 'unreadable', code: 'entry.unsupported' } };
    const changes = { 1: unreadable, 3: unreadable, 4: unreadable, 5: { mediaType: 'application/octet-stream' } };
    expect(readDamage(changes).error).toEqual({
      errorType: 'page_extraction',
      message:
        '4 of 5 pages are damaged: 1, 3, 4 (packed by a method that cannot be unpacked); 5 (no picture of a known type)',
      details: { pages: '1, 3 to 5', count: 4 },
    });
  });

  it.each([
    [{ width: null, height: null }, 'damaged header'],
    [{ width: 100_000, height: 100_000 }, 'too many pixels'],
    [{ source: { kind: 'pdf', index: 1 }, width: null }, 'damaged page'],
    [{ source: { kind: 'unreadable', code: 'new.code' } }, 'unreadable (new.code)'],
  ] satisfies [Partial<PageRecord>, string][])('tells %j as "%s"', (change, cause) => {
    expect(readDamage({ 2: change }).error?.message).toBe(`1 of 5 pages is damaged: 2 (${cause})`);
  });

  it('believes what was found when a page was read, and says it once', () => {
    const problems = [
      { code: 'entry.bad-checksum', message: 'Page "2": the checksum is wrong' },
      { code: 'image.unknown', message: 'Page "3" is no picture of a known type' },
    ];
    const { error, otherProblems } = readDamage({ 3: { mediaType: 'application/octet-stream' } }, problems);
    expect(error?.message).toMatch(/2 \(damaged bytes\); 3 \(no picture of a known type\)$/);
    expect(otherProblems).toEqual([]);
  });

  it('knows when no page is left', () => {
    const pages = whole.map((page) => ({ ...page, source: { kind: 'unreadable', code: 'entry.corrupt' } as const }));
    expect(describeDamage({ pages, layout: 'pages', problems: [] })).toMatchObject({
      isTotal: true,
      error: { errorType: 'zero_pages', details: { pages: '1 to 5' } },
    });
    // An app may make something of a picture that we know nothing of.
    const unknown = whole.map((page) => ({ ...page, mediaType: 'application/octet-stream' }));
    expect(describeDamage({ pages: unknown, layout: 'pages', problems: [] })).toMatchObject({
      isTotal: false,
      error: { errorType: 'page_extraction' },
    });
    const sizeless = whole.map((page) => ({ ...page, width: null, height: null }));
    expect(describeDamage({ pages: sizeless, layout: 'pages', problems: [] })).toMatchObject({ isTotal: false });
    // Text can be read without its pictures.
    expect(describeDamage({ pages, layout: 'reflowable', problems: [] })).toMatchObject({ isTotal: false });
  });
});
