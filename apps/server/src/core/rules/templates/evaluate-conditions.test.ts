import { describe, expect, it } from 'vitest';
import { type TemplateContext, toSeriesContext } from './context.ts';
import { parseConditions, evaluateConditions, findField, OPERATORS } from './conditions.ts';

const values = {
  titleSort: null,
  summary: '',
  publisher: 'Image',
  year: 2012,
  status: 'ongoing',
  readingDirection: 'ltr',
};
const plain = toSeriesContext({ id: 's1', title: 'Saga', values, locks: new Set(['title', 'summaryLock']) }, 12);
const metadata = {
  ...(plain['metadata'] as Readonly<Record<string, TemplateContext[string]>>),
  genres: ['Drama', 'Space Opera'],
  authors: [{ name: 'Brian K. Vaughan', role: 'writer' }],
  externalRatings: [{ source: 'mal', rating: 88, votes: null }],
};
const context: TemplateContext = {
  ...plain,
  metadata,
  externalIds: { anilist: { id: '30013', url: null }, mal_sync: { id: '7' } },
  customMetadata: { shelf: { row_no: 3, tags: ['x'] }, note: '5' },
};

const check = (field: string, operator: (typeof OPERATORS)[number], value?: unknown): boolean =>
  evaluateConditions(parseConditions({ rules: [{ field, operator, value }] }), context).passed;

describe('findField', () => {
  it.each([
    ['type', 'series'],
    ['bookCount', 12],
    ['book_count', 12],
    ['metadata.title', 'Saga'],
    ['metadata.title_sort', null],
    ['metadata.readingDirection', 'ltr'],
    ['metadata.reading_direction', 'ltr'],
    ['metadata.titleLock', true],
    ['metadata.summary_lock', true],
    ['metadata.authors_json_lock', false],
    ['metadata.totalVolumeCount', null],
    ['externalIds.count', 2],
    ['external_ids.count', 2],
    ['externalIds.anilist', '30013'],
    ['external_ids.mal_sync', '7'],
    ['customMetadata.shelf.row_no', 3],
    ['custom_metadata.note', '5'],
    ['customMetadata.shelf.rowNo', undefined],
    ['customMetadata.shelf.tags.0', undefined],
    ['customMetadata.note.length', undefined],
    ['metadata.constructor', undefined],
    ['__proto__.x', undefined],
    ['externalIds.unknown', undefined],
    ['', undefined],
  ])('finds at %s: %s', (path, expected) => {
    expect(findField(context, path)).toEqual(expected);
  });

  it('knows every field and every lock of the template context', () => {
    const fields = Object.keys(metadata);
    expect(fields.filter((field) => field.endsWith('Lock'))).toHaveLength(21);
    expect(fields.filter((field) => !field.endsWith('Lock')).toSorted()).toEqual(
      [
        ...['ageRating', 'alternateTitles', 'authors', 'externalLinks', 'externalRatings', 'genres', 'imprint'],
        ...['language', 'publisher', 'readingDirection', 'status', 'summary', 'tags', 'title', 'titleSort'],
        ...['totalChapterCount', 'totalVolumeCount', 'year'],
      ].toSorted(),
    );
  });
});

describe('evaluateConditions', () => {
  it.each([
    ['metadata.titleSort', 'is_null', undefined, true],
    ['metadata.summary', 'is_null', undefined, true],
    ['metadata.tags', 'is_null', undefined, true],
    ['nowhere', 'is_null', undefined, true],
    ['metadata.title', 'is_null', undefined, false],
    ['metadata.genres', 'is_not_null', undefined, true],
    ['metadata.summary', 'is_not_null', undefined, false],
    ['metadata.title', 'equals', 'Saga', true],
    ['metadata.title', 'equals', 'saga', false],
    ['metadata.year', 'equals', '2012', true],
    ['metadata.titleLock', 'equals', true, true],
    ['metadata.genres', 'equals', ['Drama', 'Space Opera'], false],
    ['nowhere', 'equals', null, true],
    ['nowhere', 'equals', '', false],
    ['nowhere', 'not_equals', 'x', true],
    ['metadata.title', 'not_equals', 'Saga', false],
    ['bookCount', 'gt', 11, true],
    ['bookCount', 'gt', 12, false],
    ['bookCount', 'gte', 12, true],
    ['bookCount', 'lt', 12, false],
    ['bookCount', 'lte', 12, true],
    ['customMetadata.note', 'gt', 4, true],
    ['metadata.title', 'lt', 5, false],
    ['nowhere', 'gte', 0, false],
    ['metadata.ageRating', 'lt', 18, false],
    ['metadata.title', 'contains', 'ag', true],
    ['metadata.genres', 'contains', 'Drama', true],
    ['metadata.genres', 'contains', 'Opera', false],
    ['metadata.authors', 'contains', 'Brian K. Vaughan', true],
    ['metadata.externalRatings', 'contains', 'mal', true],
    ['nowhere', 'contains', '', false],
    ['metadata.genres', 'not_contains', 'Horror', true],
    ['nowhere', 'not_contains', 'x', true],
    ['metadata.title', 'starts_with', 'Sa', true],
    ['metadata.genres', 'starts_with', 'Space', true],
    ['metadata.title', 'ends_with', 'ga', true],
    ['metadata.title', 'ends_with', 'Sa', false],
    ['metadata.title', 'matches', '(?i)^sAG', true],
    ['metadata.year', 'matches', '^20\\d\\d$', true],
    ['metadata.genres', 'matches', 'Opera$', true],
    ['metadata.title', 'matches', '[', false],
    ['metadata.status', 'in', ['ended', 'ongoing'], true],
    ['metadata.genres', 'in', ['Horror', 'Drama'], true],
    ['metadata.status', 'in', 'ongoing', false],
    ['metadata.status', 'not_in', ['ended'], true],
    ['metadata.status', 'not_in', ['ongoing'], false],
    ['metadata.status', 'not_in', 'ended', false],
  ] as const)('%s %s %j is %s', (field, operator, value, expected) => {
    expect(check(field, operator, value)).toBe(expected);
  });

  it('tries every operator in the table above', () => {
    const table = ['is_null', 'is_not_null', 'equals', 'not_equals', 'gt', 'gte', 'lt', 'lte', 'contains'];
    const rest = ['not_contains', 'starts_with', 'ends_with', 'matches', 'in', 'not_in'];
    expect([...table, ...rest]).toEqual([...OPERATORS]);
  });

  it('wants all rules or any of them, and none when there are none', () => {
    const rules = [
      { field: 'type', operator: 'equals', value: 'series' },
      { field: 'type', operator: 'equals', value: 'book' },
    ];
    const passed = (conditions: object | null) => evaluateConditions(parseConditions(conditions), context).passed;
    expect([passed({ rules }), passed({ mode: 'all', rules }), passed({ mode: 'any', rules })]).toEqual([
      false,
      false,
      true,
    ]);
    expect([passed(null), passed({ mode: 'any', rules: [] })]).toEqual([true, true]);
  });
});
