import type { Insertable, Selectable } from 'kysely';
import type { ReadDb, Tx } from '../../open.ts';
import type { ReleaseEntryTable } from '../../schema/index.ts';
import { countRows, type IdPage, isFound, readChunked, type Slice, writeChunked } from '../rows/read-rows.ts';
import type { ViewerScope } from '../rows/viewer-scope.ts';
import { visibleSeries } from '../rows/visibility.ts';
import { chunked } from '../../sql/dialect.ts';

export type ReleaseRow = Selectable<ReleaseEntryTable>;
export type NewReleaseRow = Insertable<ReleaseEntryTable>;

/** An entry with the title of its series. */
export interface ListedRelease extends ReleaseRow {
  readonly seriesTitle: string;
  readonly libraryId: string;
}

/** Which entries; undefined for whatever. */
export interface ReleaseScope {
  readonly state?: string | undefined;
  readonly seriesId?: string | undefined;
  readonly sourceId?: string | undefined;
  readonly libraryId?: string | undefined;
  readonly language?: string | undefined;
  /** Only those whose series is to be chosen. */
  readonly isAmbiguous?: boolean | undefined;
}

/** How they are ordered. */
interface ReleaseOrder {
  readonly field: 'series' | 'observed' | 'released';
  readonly direction: 'asc' | 'desc';
}

/** Where every read of entries starts: those of series that the viewer may see. */
function visibleReleases(db: ReadDb, viewerScope: ViewerScope, scope: ReleaseScope) {
  const { state, seriesId, sourceId, libraryId, language, isAmbiguous = false } = scope;
  return visibleSeries(db, viewerScope)
    .innerJoin('releaseEntry as entry', 'entry.seriesId', 'series.id')
    .$if(state !== undefined, (query) => query.where('entry.state', '=', state ?? ''))
    .$if(seriesId !== undefined, (query) => query.where('entry.seriesId', '=', seriesId ?? ''))
    .$if(sourceId !== undefined, (query) => query.where('entry.sourceId', '=', sourceId ?? ''))
    .$if(libraryId !== undefined, (query) => query.where('series.libraryId', '=', libraryId ?? ''))
    .$if(language !== undefined, (query) => query.where('entry.language', '=', language ?? ''))
    .$if(isAmbiguous, (query) =>
      query.where('entry.id', 'in', (eb) => eb.selectFrom('releaseCandidate').select('releaseCandidate.releaseId')),
    );
}

function listed(db: ReadDb, viewerScope: ViewerScope, scope: ReleaseScope) {
  return visibleReleases(db, viewerScope, scope)
    .selectAll('entry')
    .select(['series.title as seriesTitle', 'series.libraryId']);
}

/** One page of entries. */
export async function pickReleases(
  db: ReadDb,
  viewerScope: ViewerScope,
  scope: ReleaseScope,
  { field, direction, offset, limit }: ReleaseOrder & Slice,
): Promise<ListedRelease[]> {
  const query = listed(db, viewerScope, scope).limit(limit).offset(offset);
  switch (field) {
    case 'series':
      return query
        .orderBy('series.sortKey', direction)
        .orderBy('series.id', direction)
        .orderBy('entry.volume', (order) => order.desc().nullsLast())
        .orderBy('entry.chapter', (order) => order.desc().nullsLast())
        .orderBy('entry.observedAt', 'desc')
        .orderBy('entry.id')
        .execute();
    case 'observed':
      return query.orderBy('entry.observedAt', direction).orderBy('entry.id', direction).execute();
    case 'released':
      return query
        .orderBy('entry.releasedAt', (order) => (direction === 'asc' ? order.asc() : order.desc()).nullsLast())
        .orderBy('entry.id', direction)
        .execute();
  }
}

/** How many entries there are. */
export async function countReleases(db: ReadDb, viewerScope: ViewerScope, scope: ReleaseScope): Promise<number> {
  return countRows(visibleReleases(db, viewerScope, scope));
}

/** Entries by id that the viewer may see; the others are left out. */
export async function findReleases(db: ReadDb, viewerScope: ViewerScope, ids: readonly string[]) {
  return readChunked(ids, (some) => listed(db, viewerScope, {}).where('entry.id', 'in', some));
}

/** Ids of the entries of a scope: those after one. */
export async function listReleaseIds(db: ReadDb, viewerScope: ViewerScope, scope: ReleaseScope, page: IdPage) {
  const rows = await visibleReleases(db, viewerScope, scope)
    .select('entry.id')
    .where('entry.id', '>', page.after)
    .orderBy('entry.id')
    .limit(page.limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** Entries of each language that is stated. */
export async function countByLanguage(db: ReadDb, viewerScope: ViewerScope, scope: ReleaseScope) {
  return visibleReleases(db, viewerScope, { ...scope, language: undefined })
    .select((eb) => ['entry.language', eb.fn.countAll<number>().as('count')])
    .where('entry.language', 'is not', null)
    .groupBy('entry.language')
    .orderBy('count', 'desc')
    .orderBy('entry.language')
    .execute();
}

/** Entries of each library. */
export async function countByLibrary(db: ReadDb, viewerScope: ViewerScope, scope: ReleaseScope) {
  return visibleReleases(db, viewerScope, { ...scope, libraryId: undefined })
    .innerJoin('library', 'library.id', 'series.libraryId')
    .select((eb) => ['library.id as libraryId', 'library.name as libraryName', eb.fn.countAll<number>().as('count')])
    .groupBy(['library.id', 'library.name', 'library.sortKey'])
    .orderBy('library.sortKey')
    .orderBy('library.id')
    .execute();
}

/** Series that a facet names at most. */
const FACET_SERIES = 500;

/** Entries of each series, those with the most first. */
export async function countBySeries(db: ReadDb, viewerScope: ViewerScope, scope: ReleaseScope) {
  return visibleReleases(db, viewerScope, { ...scope, seriesId: undefined })
    .innerJoin('library', 'library.id', 'series.libraryId')
    .select((eb) => [
      'series.id as seriesId',
      'series.title as seriesTitle',
      'library.id as libraryId',
      'library.name as libraryName',
      eb.fn.countAll<number>().as('count'),
    ])
    .groupBy(['series.id', 'series.title', 'library.id', 'library.name'])
    .orderBy('count', 'desc')
    .orderBy('series.id')
    .limit(FACET_SERIES)
    .execute();
}

/** The known entry with the id of its source, or of the torrent. */
export async function findKnownRelease(
  db: ReadDb,
  { sourceId, externalReleaseId, infoHash }: Pick<ReleaseRow, 'sourceId' | 'externalReleaseId' | 'infoHash'>,
): Promise<ReleaseRow | undefined> {
  const known = await db
    .selectFrom('releaseEntry')
    .selectAll()
    .where('sourceId', '=', sourceId)
    .where('externalReleaseId', '=', externalReleaseId)
    .executeTakeFirst();
  if (known !== undefined || infoHash === null) return known;
  return db.selectFrom('releaseEntry').selectAll().where('infoHash', '=', infoHash).executeTakeFirst();
}

/** Stores an entry. @returns false when another process has just stored it */
export async function insertRelease(tx: Tx, row: NewReleaseRow): Promise<boolean> {
  return isFound(
    tx.write
      .insertInto('releaseEntry')
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .returning('id'),
  );
}

/** Gives entries a state. @param isDecided whether a person says so */
export async function setReleaseState(tx: Tx, ids: readonly string[], state: string, isDecided: boolean) {
  await writeChunked(ids, (some) =>
    tx.write
      .updateTable('releaseEntry')
      .set({ state, isDecided: Number(isDecided) })
      .where('id', 'in', some),
  );
}

/**
 * Moves an entry to a series.
 * @param change its state is for undecided entries only
 * @returns false when the entry is gone
 */
export async function moveRelease(
  tx: Tx,
  id: string,
  change: Pick<ReleaseRow, 'seriesId' | 'confidence' | 'matchedBy' | 'state'>,
): Promise<boolean> {
  return isFound(
    tx.write
      .updateTable('releaseEntry')
      .set((eb) => ({
        ...change,
        state: eb.case().when('isDecided', '=', 0).then(change.state).else(eb.ref('state')).end(),
      }))
      .where('id', '=', id)
      .returning('id'),
  );
}

/** Deletes entries; their sources forget what they answered last, so that the next poll reads all again. */
export async function deleteReleases(tx: Tx, rows: readonly Pick<ReleaseRow, 'id' | 'sourceId'>[]): Promise<void> {
  for (const some of chunked(rows)) {
    const ids = some.map(({ id }) => id);
    await tx.write.deleteFrom('releaseEntry').where('id', 'in', ids).execute();
  }
  for (const sourceId of new Set(rows.map((row) => row.sourceId))) {
    await tx.write
      .updateTable('releaseSource')
      .set({ etag: null, lastModified: null })
      .where('id', '=', sourceId)
      .execute();
  }
}

/** Remembers that a source still names these. @param before those seen since then need no new mark */
export async function markSeen(
  tx: Tx,
  sourceId: string,
  externalIds: readonly string[],
  { at, before }: { readonly at: number; readonly before: number },
): Promise<void> {
  await writeChunked(externalIds, (some) =>
    tx.write
      .updateTable('releaseEntry')
      .set({ seenAt: at })
      .where('sourceId', '=', sourceId)
      .where('externalReleaseId', 'in', some)
      .where('seenAt', '<', before),
  );
}

/** Deletes undecided entries that no source has listed since. @returns how many */
export async function deleteUnseen(tx: Tx, before: number, sourceId?: string): Promise<number> {
  const gone = await tx.write
    .deleteFrom('releaseEntry')
    .where('state', '<>', 'announced')
    .where('seenAt', '<', before)
    .$if(sourceId !== undefined, (query) => query.where('sourceId', '=', sourceId ?? ''))
    .executeTakeFirst();
  return Number(gone.numDeletedRows);
}
