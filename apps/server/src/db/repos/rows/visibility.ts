import { sep } from 'node:path';
import { type RawBuilder, sql, type SqlBool } from 'kysely';
import type { ReadDb } from '../../open.ts';
import { orNone } from '../../sql/dialect.ts';

/** Ids of the sharing tags by which a user sees less than others do; books share the tags of their series. */
export interface Sharing {
  /** What bears one of these is hidden, whatever else it bears. */
  readonly denied: readonly string[];
  /** Unless there are none, only what bears one of these is seen. */
  readonly allowed: readonly string[];
}

/** What part of the catalog a user sees: both must let something through. */
export interface Sight {
  /** The libraries they may see; undefined for all. */
  readonly libraryIds?: readonly string[] | undefined;
  /** Undefined when no tag makes a difference to them. */
  readonly sharing?: Sharing | undefined;
}

/** Whose eyes a read is for. Every viewer is one. */
export interface ViewerScope extends Sight {
  readonly userId: string;
  /** What they may do, as far as it decides what they are shown; nothing unless given. */
  readonly permissions?: ReadonlySet<string>;
}

/** Whether a user is shown where libraries lie on the machine: who may change them. */
export function seesPlaces({ permissions }: Pick<ViewerScope, 'permissions'>): boolean {
  return permissions?.has('LibrariesWrite') === true;
}

/** Whether nothing is hidden from them. */
export function seesAll({ libraryIds, sharing }: Sight): boolean {
  return libraryIds === undefined && sharing === undefined;
}

/** Cache key of what a user sees: equal keys see equal rows. Empty for a viewer without limits. */
export function sightName({ libraryIds, sharing }: Sight): string {
  if (sharing === undefined) return libraryIds === undefined ? '' : JSON.stringify(libraryIds);
  return JSON.stringify([libraryIds ?? null, sharing.denied, sharing.allowed]);
}

/** Whether a user sees a series with these tags, as far as tags decide. */
export function seesTags(sharing: Sharing | undefined, tagIds: readonly string[]): boolean {
  if (sharing === undefined) return true;
  if (sharing.denied.some((id) => tagIds.includes(id))) return false;
  return sharing.allowed.length === 0 || sharing.allowed.some((id) => tagIds.includes(id));
}

/** Whether sharing tags show the first no more than the second. */
function tagsShowWithin(inner: Sharing | undefined, outer: Sharing | undefined): boolean {
  if (outer === undefined) return true;
  if (inner === undefined || !outer.denied.every((id) => inner.denied.includes(id))) return false;
  if (outer.allowed.length === 0) return true;
  return inner.allowed.length > 0 && inner.allowed.every((id) => outer.allowed.includes(id));
}

/** Whether the first sees nothing that the second does not, whatever the catalog holds. */
export function seesWithin(inner: Sight, outer: Sight): boolean {
  const { libraryIds: visible } = outer;
  const isInLibraries = visible === undefined || inner.libraryIds?.every((id) => visible.includes(id)) === true;
  return isInLibraries && tagsShowWithin(inner.sharing, outer.sharing);
}

/** Soft-deleted books are left out unless asked for. */
interface Visibility {
  readonly includeDeleted?: boolean;
}

/** The same of books. */
interface BookVisibility extends Visibility {
  /** Only those that a query for `id` finds, each once: it is asked first, however many it finds. */
  readonly among?: RawBuilder<{ readonly id: string }> | undefined;
}

/** The text of a query differs with this and with nothing else about the viewer (for `runPrecompiled`). */
export function visibilityShape(viewerScope: ViewerScope, { includeDeleted = false }: Visibility): string {
  return `${includeDeleted ? 'all' : 'live'}:${sightName(viewerScope)}`;
}

/**
 * When a group came to be and when its members were last others, to those who may see some of them only: hidden ones would
 * tell of themselves by changing it.
 * @param newestAt when the newest member that the viewer may see was added, epoch milliseconds
 */
export function visibleTimes<Group extends { readonly createdAt: number; readonly updatedAt: number }>(
  viewerScope: ViewerScope,
  group: Group,
  newestAt: number,
): Group {
  return seesAll(viewerScope) ? group : { ...group, createdAt: newestAt, updatedAt: newestAt };
}

/** A series that bears one of these tags. */
function bearsOne(seriesId: RawBuilder<unknown>, tagIds: readonly string[]): RawBuilder<SqlBool> {
  return sql<SqlBool>`exists (select 1 from "seriesSharingTag" as "borne"
    where "borne"."seriesId" = ${seriesId} and "borne"."tagId" in (${sql.join(tagIds)}))`;
}

/** What tags say of a series; looked up by its id, so that one row costs one look and a page of rows no more than its rows. */
export function tagsLetThrough(seriesId: RawBuilder<unknown>, { denied, allowed }: Sharing): RawBuilder<SqlBool> {
  const says = [
    ...(denied.length === 0 ? [] : [sql<SqlBool>`not ${bearsOne(seriesId, denied)}`]),
    ...(allowed.length === 0 ? [] : [bearsOne(seriesId, allowed)]),
  ];
  return sql<SqlBool>`(${sql.join(says, sql` and `)})`;
}

const OF_SERIES = sql.ref('series.id');
const OF_BOOK = sql.ref('book.seriesId');

/** Where every read of libraries starts: absent and hidden look the same. */
export function visibleLibraries(db: ReadDb, viewerScope: ViewerScope) {
  const query = db.selectFrom('library');
  return viewerScope.libraryIds === undefined ? query : query.where('library.id', 'in', orNone(viewerScope.libraryIds));
}

/** Where every read of series starts. A series all of whose books are deleted counts as deleted. */
export function visibleSeries(db: ReadDb, viewerScope: ViewerScope, { includeDeleted = false }: Visibility = {}) {
  const { libraryIds, sharing } = viewerScope;
  let query = db.selectFrom('series');
  if (sharing !== undefined) query = query.where(tagsLetThrough(OF_SERIES, sharing));
  return query
    .$if(libraryIds !== undefined, (some) => some.where('series.libraryId', 'in', orNone(libraryIds ?? [])))
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

function booksAmong(db: ReadDb, among: BookVisibility['among']) {
  const all = db.selectFrom('book');
  if (among === undefined) return all;
  // A cross join is not turned round: looking for each of them begins at once, and no list of them is made before.
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
  let query = booksAmong(db, among);
  if (sharing !== undefined) query = query.where(tagsLetThrough(OF_BOOK, sharing));
  return query
    .$if(libraryIds !== undefined, (some) => some.where('book.libraryId', 'in', orNone(libraryIds ?? [])))
    .$if(!includeDeleted, (some) => some.where('book.deletedAt', 'is', null));
}

/**
 * Where a file of a library is.
 * @param root absolute, as the library stores it
 * @param path relative to the root, `/` separated
 */
function absolutePathOf(root: string, path: string): string {
  const inside = sep === '/' ? path : path.replaceAll('/', sep);
  return root.endsWith(sep) ? root + inside : root + sep + inside;
}

/** A file as a user is told of it: in its library, and on the machine to those who may know where that lies. */
export function shownPathOf(viewerScope: ViewerScope, root: string, path: string): string {
  return seesPlaces(viewerScope) ? absolutePathOf(root, path) : path;
}
