import type { Library } from '@lectern/contract';
import { describe, expect, it } from 'vitest';
import { toLibraryBody, toLibraryDraft, draftProblems, NEW_LIBRARY } from './library-draft.ts';
import { listMoves } from './moves.ts';
import { lineProblem } from './problems.ts';
import { moveRule, parseRules, withRule } from './title-rules.ts';
import { deriveQuestions } from './use-previews.ts';

const at = '2026-01-01T00:00:00.000Z';
const library: Library = {
  id: 'l1',
  name: 'Manga',
  description: null,
  kind: 'magazines',
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
  allowFileDeletion: true,
  allowUploads: true,
  bookCount: 1,
  seriesCount: 1,
  lastScannedAt: null,
  createdAt: at,
  updatedAt: at,
};

describe('a library draft', () => {
  it('round-trips every field of a library', () => {
    const body = toLibraryBody(toLibraryDraft(library));
    for (const [field, value] of Object.entries(body)) expect(library).toHaveProperty(field, value);
    expect(Object.keys(body)).toHaveLength(18);
  });

  it('drops blank lines and empty keys', () => {
    const { seriesConfig, bookConfig } = toLibraryBody({
      ...NEW_LIBRARY,
      seriesStrategy: 'flat',
      seriesConfig: { filenamePatterns: ['', ' a ', ''], requireMetadata: false },
      bookStrategy: 'custom',
      bookConfig: { pattern: ' ' },
    });
    expect(seriesConfig).toEqual({ filenamePatterns: [' a '], requireMetadata: false });
    expect(bookConfig).toBeNull();
  });

  it('keeps the stored configuration of other strategies, and drops unsaved edits of theirs', () => {
    const typed = { ...toLibraryDraft(library).seriesConfig, pattern: '(' };
    const draft = {
      ...toLibraryDraft(library),
      seriesStrategy: 'calibre',
      seriesConfig: { ...typed, stripIdSuffix: false },
    } as const;
    expect(toLibraryBody(draft).seriesConfig).toEqual({
      ...toLibraryDraft(library).seriesConfig,
      stripIdSuffix: false,
    });
  });

  it('clears empty fields, and sends no limit when all formats are chosen', () => {
    expect(toLibraryBody({ ...NEW_LIBRARY, name: ' A ', path: '/a', description: '  ' })).toMatchObject({
      name: 'A',
      description: null,
      allowedFormats: null,
      scanningConfig: { enabled: false, cronSchedule: null },
    });
  });
});

describe('draftProblems', () => {
  it('reports missing input', () => {
    expect(Object.keys(draftProblems({ ...NEW_LIBRARY, formats: [] }))).toEqual(['name', 'path', 'allowedFormats']);
    expect(draftProblems(toLibraryDraft(library))).toEqual({});
  });

  it('checks the schedule only when one is set', () => {
    const draft = { ...toLibraryDraft(library), cronSchedule: 'often', schedule: 'cron' } as const;
    expect(draftProblems(draft)).toHaveProperty(['scanningConfig.cronSchedule']);
    expect(draftProblems({ ...draft, schedule: 'off' })).toEqual({});
  });

  it('requires the patterns of the chosen strategy', () => {
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
  it('counts lines as shown on screen', () => {
    expect(lineProblem({ 'a.1': 'No pattern' }, 'a', 'one\n\ntwo')).toBe('Line 3: No pattern');
    expect(lineProblem({ a: 'Too many' }, 'a', 'one')).toBe('Too many');
    expect(lineProblem({}, 'a', 'one')).toBeUndefined();
  });
});

describe('moveRule', () => {
  it('moves only inside the list', () => {
    const rules = parseRules(['a', 'b', 'c'].map((pattern) => ({ pattern, replacement: '' })));
    const patterns = (from: number, to: number) => moveRule(rules, from, to).map(({ pattern }) => pattern);
    expect(patterns(2, 1)).toEqual(['a', 'c', 'b']);
    expect(patterns(0, -1)).toEqual(['a', 'b', 'c']);
    expect(patterns(2, 3)).toEqual(['a', 'b', 'c']);
  });
});

describe('the moves between series', () => {
  it('count the books per pair of series, and omit unchanged books', () => {
    const go = (from: string, to: string, bookId: string) => ({
      ...{ bookId, path: `${bookId}.cbz` },
      before: { series: from, title: 'T', number: '1' },
      after: { series: to, title: 'T', number: '2' },
    });
    expect(listMoves([go('A', 'B', '1'), go('C', 'B', '2'), go('C', 'B', '3'), go('B', 'B', '4')])).toEqual([
      { from: 'C', to: 'B', bookCount: 2 },
      { from: 'A', to: 'B', bookCount: 1 },
    ]);
  });
});

describe('the preview requests of a draft', () => {
  const draft = toLibraryDraft(library);

  it('ask for the contents of a new library once it has a folder', () => {
    expect(deriveQuestions(NEW_LIBRARY, undefined).scan).toBeNull();
    const { scan, strategy } = deriveQuestions({ ...NEW_LIBRARY, path: ' /books ' }, undefined);
    expect([scan?.path, strategy]).toEqual(['/books', null]);
  });

  it('ask only about the changes of an existing library', () => {
    expect(deriveQuestions(draft, library)).toEqual({ scan: null, path: null, strategy: null, titles: null });
    expect(deriveQuestions({ ...draft, path: '/elsewhere' }, library).path).toBe('/elsewhere');
    expect(deriveQuestions({ ...draft, numberStrategy: 'smart' }, library).strategy?.numberStrategy).toBe('smart');
    expect(deriveQuestions({ ...draft, titleRules: [] }, library)).toMatchObject({
      strategy: null,
      titles: { rules: null },
    });
    expect(deriveQuestions({ ...draft, bookStrategy: 'custom' }, library).strategy).toBeNull();
  });
});
