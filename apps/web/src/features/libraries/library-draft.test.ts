import type { Library } from '@lectern/contract';
import { describe, expect, it } from 'vitest';
import { bodyOf, draftOf, draftProblems, NEW_LIBRARY } from './library-draft.ts';

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
  bookConfig: null,
  numberConfig: null,
  seriesConfig: null,
  autoMatchConditions: null,
  titlePreprocessingRules: null,
  scanningConfig: {
    enabled: true,
    cronSchedule: '0 4 * * *',
    cronTimezone: 'Europe/Berlin',
    scanMode: 'deep',
    scanOnStart: true,
    purgeDeletedOnScan: false,
    watch: 'auto',
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
    expect(Object.keys(body)).toHaveLength(11);
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

  it('looks at the schedule only when there is one', () => {
    const draft = { ...draftOf(library), cronSchedule: 'often' };
    expect(draftProblems(draft)).toHaveProperty('cronSchedule');
    expect(draftProblems({ ...draft, scheduled: false })).toEqual({});
  });
});
