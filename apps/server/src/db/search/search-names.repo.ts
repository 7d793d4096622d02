import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { ReadDb } from '../open.ts';
import type { ViewerScope } from '../repos/rows/viewer-scope.ts';
import { visibleBooks, visibleSeries } from '../repos/rows/visibility.ts';
import { ENTITY } from './search-query.ts';

/** The scope of a search: what a user sees, in one library or in all. */
export interface SearchScope {
  readonly db: ReadDb;
  readonly viewerScope: ViewerScope;
  readonly libraryId?: string | undefined;
}

/** A person or publisher of visible books, spelt as in one of them. */
export interface FoundName {
  readonly name: string;
  readonly bookCount: number;
  readonly capped: boolean;
}

/** A genre or tag of visible series. */
export interface FoundTerm {
  readonly id: string;
  readonly name: string;
  /** `MAX_COUNTED` when there are more; then `capped` is true. */
  readonly seriesCount: number;
  readonly capped: boolean;
}

const MAX_COUNTED = 200;

function books({ db, viewerScope, libraryId }: SearchScope) {
  return visibleBooks(db, viewerScope).$if(libraryId !== undefined, (query) =>
    query.where('book.libraryId', '=', libraryId ?? ''),
  );
}

function series({ db, viewerScope, libraryId }: SearchScope) {
  return visibleSeries(db, viewerScope).$if(libraryId !== undefined, (query) =>
    query.where('series.libraryId', '=', libraryId ?? ''),
  );
}

function selectCreditedBooks(scope: SearchScope, of: 'person' | 'publisher') {
  return books(scope)
    .innerJoin('searchCredit as credit', 'credit.bookId', 'book.id')
    .where('credit.kind', '=', sql.lit(of));
}

function selectSeriesWithTerm(scope: SearchScope, of: 'genre' | 'tag') {
  const links = of === 'genre' ? 'seriesGenre' : 'seriesTag';
  const linked = sql<{ seriesId: string; termId: string }>`(select "seriesId", ${sql.ref(`${of}Id`)} as "termId"
    from ${sql.table(links)})`;
  return series(scope).innerJoin(linked.as('link'), 'link.seriesId', 'series.id');
}

/** Condition: `doc.entityId` is a book, or series, in scope. */
export function isVisibleRow(scope: SearchScope, of: 'book' | 'series'): RawBuilder<SqlBool> {
  const found =
    of === 'book'
      ? books(scope).where('book.id', '=', ENTITY).select('book.id')
      : series(scope).where('series.id', '=', ENTITY).select('series.id');
  return sql<SqlBool>`exists ${found}`;
}

/** Condition: a book in scope names the person or publisher `doc.entityId`. */
export function isCredited(scope: SearchScope, of: 'person' | 'publisher'): RawBuilder<SqlBool> {
  return sql<SqlBool>`exists ${selectCreditedBooks(scope, of).where('credit.nameKey', '=', ENTITY).select('book.id')}`;
}

/** Condition: a series in scope has the genre or tag `doc.entityId`. */
export function isUsedTerm(scope: SearchScope, of: 'genre' | 'tag'): RawBuilder<SqlBool> {
  return sql<SqlBool>`exists ${selectSeriesWithTerm(scope, of).where('link.termId', '=', ENTITY).select('series.id')}`;
}

function inOrder<Row>(keys: readonly string[], rows: readonly Row[], readKey: (row: Row) => string): Row[] {
  const byKey = new Map(rows.map((row) => [readKey(row), row]));
  return keys.flatMap((key) => byKey.get(key) ?? []);
}

function counted(count: number): { readonly count: number; readonly capped: boolean } {
  return { count: Math.min(count, MAX_COUNTED), capped: count > MAX_COUNTED };
}

function keysTable(keys: readonly string[]) {
  const rows = keys.map((key) => sql`select cast(${key} as text) as "key"`);
  return sql<{ readonly key: string }>`(${sql.join(rows, sql` union all `)})`.as('wanted');
}

function countRows(rows: Expression<unknown>): RawBuilder<number> {
  return sql<number>`(select count(*) from ${rows} as "some")`;
}

/** People or publishers by the keys of their names, in that order. */
export async function listCredited(
  scope: SearchScope,
  of: 'person' | 'publisher',
  keys: readonly string[],
): Promise<FoundName[]> {
  if (keys.length === 0) return [];
  const credits = selectCreditedBooks(scope, of).where('credit.nameKey', '=', sql.ref<string>('wanted.key'));
  const first = credits.select('credit.name').orderBy('credit.bookId').limit(1);
  const rows = await scope.db
    .selectFrom(keysTable(keys))
    .select([
      'wanted.key',
      sql<string | null>`${first}`.as('name'),
      countRows(credits.select('book.id').limit(MAX_COUNTED + 1)).as('count'),
    ])
    .execute();
  return inOrder(keys, rows, ({ key }) => key).flatMap(({ name, count }) => {
    const { count: bookCount, capped } = counted(count);
    return name === null ? [] : [{ name, bookCount, capped }];
  });
}

/** Genres or tags by id, in that order. */
export async function listFoundTerms(
  scope: SearchScope,
  of: 'genre' | 'tag',
  ids: readonly string[],
): Promise<FoundTerm[]> {
  if (ids.length === 0) return [];
  const used = selectSeriesWithTerm(scope, of)
    .where('link.termId', '=', sql.ref<string>('term.id'))
    .select('series.id')
    .limit(MAX_COUNTED + 1);
  const rows = await scope.db
    .selectFrom(`${of} as term`)
    .where('term.id', 'in', [...ids])
    .select(['term.id', 'term.name', countRows(used).as('count')])
    .execute();
  return inOrder(ids, rows, ({ id }) => id).map(({ id, name, count }) => {
    const { count: seriesCount, capped } = counted(count);
    return { id, name, seriesCount, capped };
  });
}
