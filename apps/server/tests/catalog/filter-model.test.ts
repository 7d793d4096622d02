import {
  BOOK_FILTER_FIELDS,
  FILTER_OPERATORS,
  type FilterClause,
  type FilterFamily,
  type FilterOperator,
  READ_STATUSES,
  SERIES_FILTER_FIELDS,
} from '@lectern/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { listBooks } from '#core/catalog/browse/list-books.ts';
import { listMatchingBooks, withBooks } from '#core/catalog/search/match-books.ts';
import { listMatchingSeries, withSeries } from '#core/catalog/search/match-series.ts';
import { countBooks } from '#db/repos/catalog/count-books.repo.ts';
import { countSeries } from '#db/repos/catalog/series.repo.ts';
import { nameKey } from '#db/sql/row-trigger.ts';
import { findSharingTagsNamed } from '#db/repos/people/sharing-tags.repo.ts';
import { setupAdmin } from '../_harness/client.ts';
import { databases } from '../_harness/databases.ts';
import { modelBooks, modelSeries, type Sent } from '../_harness/filter-model.ts';
import { type FilterShelf, NAMES, newFilterShelf, NUMBERS, TEXTS, TIMES } from '../_harness/filter-shelf.ts';
import { startServer, type TestServer } from '../_harness/start-server.ts';
import { casesToTry } from '../_harness/test-length.ts';

const EVERYTHING = { after: '', limit: 1_000 };
const word = fc.constantFrom(...TEXTS, ...NAMES, 'manga', 'en', 'cbz', 'ongoing', 'nowhere');
/** Whole texts, and parts of them. */
const text = fc.tuple(word, fc.nat({ max: 12 }), fc.nat({ max: 12 })).map(([whole, from, length]) => {
  const letters = Array.from(whole);
  return length === 0
    ? whole
    : letters
        .slice(from % (letters.length + 1))
        .slice(0, length)
        .join('');
});
const number = fc.constantFrom(...NUMBERS, 5_000_000_000, 2.25);
const moment = fc.constantFrom(...TIMES, '2026-01-31', '2026-02-01', '2026-01-31T13:00:00+01:00');

function maybe<Value>(arbitrary: fc.Arbitrary<Value>): fc.Arbitrary<Value | undefined> {
  return fc.option(arbitrary, { nil: undefined });
}

/** Ids, or the words of a choice. */
type Words = fc.Arbitrary<string>;

function ofOperator(family: FilterFamily, operator: FilterOperator, words: Words): fc.Arbitrary<FilterClause> {
  const bare = fc.constant({ operator });
  const valued = (value: fc.Arbitrary<string | number | boolean>) => value.map((one) => ({ operator, value: one }));
  if (['isNull', 'isNotNull', 'isTrue', 'isFalse'].includes(operator)) return bare;
  if (operator === 'between') return between(family);
  if (operator === 'in' || operator === 'notIn') {
    return fc.array(words, { maxLength: 3 }).map((values) => ({ operator, values }));
  }
  return valued(valuesFor(words)[family]);
}

function between(family: FilterFamily): fc.Arbitrary<FilterClause> {
  const operator = 'between';
  return family === 'number'
    ? fc.record({ min: maybe(number), max: maybe(number) }).map((ends) => defined({ operator, ...ends }))
    : fc.record({ start: maybe(moment), end: maybe(moment) }).map((ends) => defined({ operator, ...ends }));
}

function valuesFor(words: Words): Readonly<Record<FilterFamily, fc.Arbitrary<string | number | boolean>>> {
  return {
    text,
    uuid: words,
    choice: words,
    boolean: fc.constantFrom(true, false, 'true'),
    number,
    date: moment,
  };
}

function defined(clause: Readonly<Record<string, unknown>>): FilterClause {
  return Object.fromEntries(
    Object.entries(clause).filter(([, value]) => value !== undefined),
  ) as unknown as FilterClause;
}

function makeClause(
  fields: Readonly<Record<string, FilterFamily>>,
  ids: Readonly<Record<string, Words>>,
): fc.Arbitrary<Sent> {
  return fc.constantFrom(...Object.entries(fields)).chain(([field, family]) =>
    fc
      .constantFrom<FilterOperator>(...FILTER_OPERATORS[family])
      .chain((operator) => ofOperator(family, operator, ids[field] ?? fc.constantFrom(...READ_STATUSES)))
      .map((clause) => ({ [field]: clause })),
  );
}

function makeTree(clause: fc.Arbitrary<Sent>): fc.Arbitrary<Sent> {
  return fc.letrec<{ tree: Sent }>((tie) => ({
    tree: fc.oneof(
      { maxDepth: 4, depthSize: 'small' },
      { weight: 4, arbitrary: clause },
      { weight: 2, arbitrary: fc.array(tie('tree'), { maxLength: 3 }).map((allOf) => ({ allOf })) },
      { weight: 2, arbitrary: fc.array(tie('tree'), { maxLength: 3 }).map((anyOf) => ({ anyOf })) },
    ),
  })).tree;
}

function toIds(rows: readonly { readonly id: string }[]): Words {
  return fc.constantFrom(...rows.map(({ id }) => id), '01a1fd6f-0000-75f4-9695-181ffb188bdc');
}

/** Only what a user may see who sees one library. */
function within({ series, books, viewer }: FilterShelf, libraryId: string): FilterShelf {
  const isThere = (row: { readonly libraryId: string }) => row.libraryId === libraryId;
  return {
    viewer: { ...viewer, libraryIds: [libraryId] },
    series: series.filter(isThere),
    books: books.filter(isThere),
  };
}

/** Only what a user may see whom one tag is denied, or allowed alone. */
async function byTag({ context }: TestServer, shelf: FilterShelf, mode: 'allowed' | 'denied'): Promise<FilterShelf> {
  const { series, books, viewer } = shelf;
  const [name = ''] = series.flatMap(({ sharingTags }) => sharingTags);
  const tags = await findSharingTagsNamed(context.db.read, [name]);
  const named = new Set(tags.map((tag) => nameKey(tag.name)));
  const bears = (one: FilterShelf['series'][number]) => one.sharingTags.some((tag) => named.has(nameKey(tag)));
  const seen = series.filter((one) => bears(one) === (mode === 'allowed'));
  const ids = new Set(seen.map(({ id }) => id));
  return {
    viewer: { ...viewer, sharing: { allowed: [], denied: [], [mode]: tags.map(({ id }) => id) } },
    series: seen,
    books: books.filter(({ seriesId }) => ids.has(seriesId)),
  };
}

describe.each(databases)('a condition on %s', (kind) => {
  it('finds the rows that a plain model finds, for every viewer', async () => {
    await using server = await startServer(kind);
    const admin = await setupAdmin(server);
    const { id: userId } = await admin.call('getCurrentUser', {});
    const whole = await newFilterShelf(server, userId);
    const libraryIds = [...new Set(whole.books.map(({ libraryId }) => libraryId))];
    const limited = [await byTag(server, whole, 'denied'), await byTag(server, whole, 'allowed')];
    const shelves = [whole, within(whole, libraryIds[0] ?? ''), ...limited];
    const libraries = toIds(libraryIds.map((id) => ({ id })));
    const words = { libraryId: libraries, seriesId: toIds(whole.series) };
    const { context } = server;
    const sizes = new Set<number>();
    const { read } = context.db;
    const hasFound = (count: number): boolean => count > 0;
    const check = async (condition: Sent, of: 'books' | 'series') => {
      for (const shelf of shelves) {
        const { viewer } = shelf;
        const [found, count, wanted] =
          of === 'books'
            ? [
                await listMatchingBooks(context, viewer, { condition }, EVERYTHING),
                await withBooks(
                  context,
                  viewer,
                  { condition },
                  { run: async ({ filter }) => countBooks(read, viewer, filter), hasFound },
                ),
                modelBooks(condition, shelf),
              ]
            : [
                await listMatchingSeries(context, viewer, { condition }, EVERYTHING),
                await withSeries(
                  context,
                  viewer,
                  { condition },
                  { run: async ({ filter }) => countSeries(read, viewer, filter), hasFound },
                ),
                modelSeries(condition, shelf),
              ];
        expect(found).toEqual(wanted);
        expect(count).toBe(wanted.length);
        sizes.add(wanted.length);
      }
    };
    const ofBooks = makeClause(BOOK_FILTER_FIELDS, words);
    const ofSeries = makeClause(SERIES_FILTER_FIELDS, words);
    for (const [clause, of] of [
      [ofBooks, 'books'],
      [ofSeries, 'series'],
    ] as const) {
      await fc.assert(
        fc.asyncProperty(fc.oneof(clause, makeTree(clause)), async (condition) => check(condition, of)),
        casesToTry(80),
      );
    }
    // Conditions let through as many rows as one likes, not only all or none.
    expect(sizes.size).toBeGreaterThan(10);
  });

  it('makes the same pages of what is remembered of its parts, also after a change', async () => {
    await using server = await startServer(kind);
    const admin = await setupAdmin(server);
    const { id: userId } = await admin.call('getCurrentUser', {});
    const all = await newFilterShelf(server, userId);
    const libraryIds = [...new Set(all.books.map(({ libraryId }) => libraryId))];
    const shelves = [all, within(all, libraryIds[0] ?? ''), await byTag(server, all, 'denied')];
    const { context } = server;
    const page = async (condition: Sent, { viewer }: FilterShelf): Promise<string[]> => {
      const { rows, total } = await listBooks(context, viewer, { page: 1, pageSize: 500, condition });
      expect(total).toBe(rows.length);
      return rows.map(({ id }) => id).toSorted();
    };
    const words = { libraryId: toIds(libraryIds.map((id) => ({ id }))), seriesId: toIds(all.series) };
    const clause = makeClause(BOOK_FILTER_FIELDS, words);
    const cheap: Sent = { fileSize: { operator: 'gte', value: 0 } };
    await fc.assert(
      fc.asyncProperty(fc.array(fc.oneof(clause, makeTree(clause)), { minLength: 1, maxLength: 3 }), async (parts) => {
        for (const shelf of shelves) {
          const wanted = modelBooks({ allOf: parts }, shelf);
          expect(await page({ allOf: parts }, shelf)).toEqual(wanted);
          // Another list, of parts that are known by now.
          expect(await page({ allOf: [cheap, ...parts] }, shelf)).toEqual(
            modelBooks({ allOf: [cheap, ...parts] }, shelf),
          );
        }
      }),
      casesToTry(20),
    );
    expect(context.parts.state().hits).toBeGreaterThan(0);

    const isRead: Sent = { allOf: [cheap, { readStatus: { operator: 'is', value: 'read' } }] };
    const before = await page(isRead, all);
    const other = all.books.find(({ id }) => !before.includes(id));
    await admin.call('markBookRead', { params: { id: other?.id ?? '' } });
    expect(await page(isRead, all)).toEqual([...before, other?.id ?? ''].toSorted());
  });
});
