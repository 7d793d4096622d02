import type { Library } from '@lectern/contract';
import { describe, expect, it } from 'vitest';
import { bodyOf, draftOf, draftProblems, NEW_LIBRARY } from './library-draft.ts';
import { movesOf } from './moves.ts';
import { lineProblem } from './problems.ts';
import { moveRule, rulesOf, withRule } from './title-rules.ts';
import { questionsOf } from './use-previews.ts';

const at = '2026-01-01T00:00:00.000Z';
const library: Library = {
  id: 'l1',
  name: 'Manga',
  description: null,
  path: '/books/manga',
  isActive: true,
  allowedFormats: ['CBZ', 'CBR'],
  excludedPatterns: '*.tmp',
  defaultReadingDirection: 'rtl',
  bookStrategy: 'smart',
  numberStrategy: 'filename',
  seriesStrategy: 'flat',
  bookConfig: { additionalGenericPatterns: ['Band \\d+'], fallback: 'smart' },
  numberConfig: null,
  seriesConfig: { filenamePatterns: ['^(.+?) -', '^(.+?)_'], requireMetadata: false, storeSkippedAs: null },
  autoMatchConditions: { mode: 'any', rules: [{ field: 'bookCount', operator: 'gt', value: 2 }] },
  titlePreprocessingRules: [
    { pattern: '\\s*\\(digital\\)', replacement: '', enabled: false, description: 'Scans' },
    { pattern: '_', replacement: ' ', enabled: true },
  ],
  scanningConfig: {
    enabled: true,
    cronSchedule: '0 4 * * *',
    cronTimezone: 'Europe/Berlin',
    scanMode: 'deep',
    scanOnStart: true,
    purgeDeletedOnScan: false,
    watch: 'auto',
    followLinksOutside: true,
  },
  bookCount: 1,
  seriesCount: 1,
  lastScannedAt: null,
  createdAt: at,
  updatedAt: at,
};

describe('a library draft', () => {
  it('brings every field of a library back unchanged', () => {
    const body = bodyOf(draftOf(library));
    for (const [field, value] of Object.entries(body)) expect(library).toHaveProperty(field, value);
    expect(Object.keys(body)).toHaveLength(15);
  });

  it('drops lines and keys that hold nothing', () => {
    const { seriesConfig, bookConfig } = bodyOf({
      ...NEW_LIBRARY,
      seriesStrategy: 'flat',
      seriesConfig: { filenamePatterns: ['', ' a ', ''], requireMetadata: false },
      bookStrategy: 'custom',
      bookConfig: { pattern: ' ' },
    });
    expect(seriesConfig).toEqual({ filenamePatterns: [' a '], requireMetadata: false });
    expect(bookConfig).toBeNull();
  });

  it('keeps what is stored for other strategies, and forgets what was only typed for them', () => {
    const typed = { ...draftOf(library).seriesConfig, pattern: '(' };
    const draft = {
      ...draftOf(library),
      seriesStrategy: 'calibre',
      seriesConfig: { ...typed, stripIdSuffix: false },
    } as const;
    expect(bodyOf(draft).seriesConfig).toEqual({ ...draftOf(library).seriesConfig, stripIdSuffix: false });
  });

  it('clears what is empty and limits nothing when all formats are wanted', () => {
    expect(bodyOf({ ...NEW_LIBRARY, name: ' A ', path: '/a', description: '  ' })).toMatchObject({
      name: 'A',
      description: null,
      allowedFormats: null,
      scanningConfig: { enabled: false, cronSchedule: null },
    });
  });
});

describe('draftProblems', () => {
  it('asks for what is missing', () => {
    expect(Object.keys(draftProblems({ ...NEW_LIBRARY, formats: [] }))).toEqual(['name', 'path', 'allowedFormats']);
    expect(draftProblems(draftOf(library))).toEqual({});
  });

  it('looks at the schedule only when one is written', () => {
    const draft = { ...draftOf(library), cronSchedule: 'often', schedule: 'cron' } as const;
    expect(draftProblems(draft)).toHaveProperty(['scanningConfig.cronSchedule']);
    expect(draftProblems({ ...draft, schedule: 'off' })).toEqual({});
  });

  it('asks for patterns that a choice needs', () => {
    const draft = {
      ...NEW_LIBRARY,
      seriesStrategy: 'custom',
      titleRules: withRule([], { pattern: '', replacement: '' }),
    };
    expect(Object.keys(draftProblems({ ...draft, seriesStrategy: 'custom', name: 'A', path: '/a' }))).toEqual([
      'seriesConfig.pattern',
      'titlePreprocessingRules.0.pattern',
    ]);
  });
});

describe('lineProblem', () => {
  it('names lines as they are seen', () => {
    expect(lineProblem({ 'a.1': 'No pattern' }, 'a', 'one\n\ntwo')).toBe('Line 3: No pattern');
    expect(lineProblem({ a: 'Too many' }, 'a', 'one')).toBe('Too many');
    expect(lineProblem({}, 'a', 'one')).toBeUndefined();
  });
});

describe('moveRule', () => {
  it('changes places inside the list only', () => {
    const rules = rulesOf(['a', 'b', 'c'].map((pattern) => ({ pattern, replacement: '' })));
    const patterns = (from: number, to: number) => moveRule(rules, from, to).map(({ pattern }) => pattern);
    expect(patterns(2, 1)).toEqual(['a', 'c', 'b']);
    expect(patterns(0, -1)).toEqual(['a', 'b', 'c']);
    expect(patterns(2, 3)).toEqual(['a', 'b', 'c']);
  });
});

describe('movesOf', () => {
  it('counts the books on each way, and leaves out those that stay', () => {
    const go = (from: string, to: string, bookId: string) => ({
      ...{ bookId, path: `${bookId}.cbz` },
      before: { series: from, title: 'T', number: '1' },
      after: { series: to, title: 'T', number: '2' },
    });
    expect(movesOf([go('A', 'B', '1'), go('C', 'B', '2'), go('C', 'B', '3'), go('B', 'B', '4')])).toEqual([
      { from: 'C', to: 'B', bookCount: 2 },
      { from: 'A', to: 'B', bookCount: 1 },
    ]);
  });
});

describe('questionsOf', () => {
  const draft = draftOf(library);

  it('asks of a new library what its folder holds, once it has one', () => {
    expect(questionsOf(NEW_LIBRARY, undefined).scan).toBeNull();
    const { scan, strategy } = questionsOf({ ...NEW_LIBRARY, path: ' /books ' }, undefined);
    expect([scan?.path, strategy]).toEqual(['/books', null]);
  });

  it('asks of a library only about what is changed', () => {
    expect(questionsOf(draft, library)).toEqual({ scan: null, path: null, strategy: null, titles: null });
    expect(questionsOf({ ...draft, path: '/elsewhere' }, library).path).toBe('/elsewhere');
    expect(questionsOf({ ...draft, numberStrategy: 'smart' }, library).strategy?.numberStrategy).toBe('smart');
    expect(questionsOf({ ...draft, titleRules: [] }, library)).toMatchObject({
      strategy: null,
      titles: { rules: null },
    });
    expect(questionsOf({ ...draft, bookStrategy: 'custom' }, library).strategy).toBeNull();
  });
});
