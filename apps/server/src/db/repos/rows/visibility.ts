import { type RawBuilder, sql, type SqlBool } from 'kysely';
import type { ReadDb } from '../../open.ts';
import { nonEmptyIds } from '../../sql/dialect.ts';
import { type AgeLimit, seesAll, type Sharing, sightName, type ViewerScope } from './viewer-scope.ts';

/** Soft-deleted books are left out unless asked for. */
interface Visibility {
  readonly includeDeleted?: boolean;
}

interface BookVisibility extends Visibility {
  /** Only those that a query for `id` finds, each once: the database runs it first. */
  readonly among?: RawBuilder<{ readonly id: string }> | undefined;
}

/** The text of a query differs with this and with nothing else about the viewer (for `runPrecompiled`). */
export function visibilityShape(viewerScope: ViewerScope, { includeDeleted = false }: Visibility): string {
  return `${includeDeleted ? 'all' : 'live'}:${sightName(viewerScope)}`;
}

/**
 * The times of a group; a viewer with limits gets `newestAt`, of the newest member they see: hidden ones must not show.
 */
export function visibleTimes<Group extends { readonly createdAt: number; readonly updatedAt: number }>(
  viewerScope: ViewerScope,
  group: Group,
  newestAt: number,
): Group {
  return seesAll(viewerScope) ? group : { ...group, createdAt: newestAt, updatedAt: newestAt };
}

function bearsOne(seriesId: RawBuilder<unknown>, tagIds: readonly string[]): RawBuilder<SqlBool> {
  return sql<SqlBool>`exists (select 1 from "seriesSharingTag" as "borne"
    where "borne"."seriesId" = ${seriesId} and "borne"."tagId" in (${sql.join(tagIds)}))`;
}

function isWithinAge(seriesId: RawBuilder<unknown>, { maxAge, showsUnrated }: AgeLimit): RawBuilder<SqlBool> {
  const unrated = showsUnrated ? sql` or "rated"."ageRating" is null` : sql``;
  return sql<SqlBool>`exists (select 1 from "series" as "rated"
    where "rated"."id" = ${seriesId} and ("rated"."ageRating" <= ${maxAge}${unrated}))`;
}

/** Whether tags and age let a series through; looked up by its id, so that a page costs a look or two a row. */
export function isLetThrough(seriesId: RawBuilder<unknown>, { denied, allowed, age }: Sharing): RawBuilder<SqlBool> {
  const rules = [
    ...(denied.length === 0 ? [] : [sql<SqlBool>`not ${bearsOne(seriesId, denied)}`]),
    ...(allowed.length === 0 ? [] : [bearsOne(seriesId, allowed)]),
    ...(age === undefined ? [] : [isWithinAge(seriesId, age)]),
  ];
  return rules.length === 0 ? sql<SqlBool>`1 = 1` : sql<SqlBool>`(${sql.join(rules, sql` and `)})`;
}

/** Where every read of libraries starts. */
export function visibleLibraries(db: ReadDb, viewerScope: ViewerScope) {
  const query = db.selectFrom('library');
  return viewerScope.libraryIds === undefined
    ? query
    : query.where('library.id', 'in', nonEmptyIds(viewerScope.libraryIds));
}

/** Where every read of series starts. A series all of whose books are deleted counts as deleted. */
export function visibleSeries(db: ReadDb, viewerScope: ViewerScope, { includeDeleted = false }: Visibility = {}) {
  const { libraryIds, sharing } = viewerScope;
  let query = db.selectFrom('series');
  if (sharing !== undefined) query = query.where(isLetThrough(sql.ref('series.id'), sharing));
  return query
    .$if(libraryIds !== undefined, (some) => some.where('series.libraryId', 'in', nonEmptyIds(libraryIds ?? [])))
    .$if(!includeDeleted, (some) =>
      some.where((eb) =>
        eb.exists(
          eb
            .selectFrom('book as live')
            .select('live.id')
            .whereRef('live.seriesId', '=', 'series.id')
            .where('live.deletedAt', 'is', null),
        ),
      ),
    );
}

function selectBooksAmong(db: ReadDb, among: BookVisibility['among']) {
  const all = db.selectFrom('book');
  if (among === undefined) return all;
  // SQLite keeps the order of a cross join: it looks for each found book at once and makes no list before.
  const found = db
    .selectFrom(sql<{ readonly id: string }>`(${among})`.as('found'))
    .crossJoin('book')
    .whereRef('book.id', '=', 'found.id');
  // It has one more table, which no query selects.
  return found as unknown as typeof all;
}

/** Where every read of books starts. */
export function visibleBooks(
  db: ReadDb,
  viewerScope: ViewerScope,
  { includeDeleted = false, among }: BookVisibility = {},
) {
  const { libraryIds, sharing } = viewerScope;
  let query = selectBooksAmong(db, among);
  if (sharing !== undefined) query = query.where(isLetThrough(sql.ref('book.seriesId'), sharing));
  return query
    .$if(libraryIds !== undefined, (some) => some.where('book.libraryId', 'in', nonEmptyIds(libraryIds ?? [])))
    .$if(!includeDeleted, (some) => some.where('book.deletedAt', 'is', null));
}
