import { type Selectable, sql } from 'kysely';
import type { ReadDb, Tx } from '../../open.ts';
import type { ReleaseAliasTable, ReleaseTrackingTable } from '../../schema/index.ts';
import { chunked } from '../../sql/dialect.ts';
import { type IdPage, isFound, readChunked, type ReadRow } from '../rows/read-rows.ts';
import type { ViewerScope } from '../rows/viewer-scope.ts';
import { visibleSeries } from '../rows/visibility.ts';

interface Followed {
  readonly fromId: string;
  readonly toId: string;
}

/** Of series without any book, not even a deleted one: where most of the books went, the last one of equals. */
async function listFollowed(tx: Tx, seriesIds: readonly string[]): Promise<Followed[]> {
  const rows = await tx.read
    .selectFrom('seriesMove as move')
    .where('move.fromId', 'in', seriesIds)
    .where((eb) =>
      eb.not(eb.exists(eb.selectFrom('book').select('book.id').whereRef('book.seriesId', '=', 'move.fromId'))),
    )
    .groupBy(['move.fromId', 'move.toId'])
    .select(['move.fromId', 'move.toId'])
    .orderBy(sql`count(*)`, 'desc')
    .orderBy(sql`max("move"."seq")`, 'desc')
    .execute();
  const targets = new Map<string, Followed>();
  for (const row of rows) if (!targets.has(row.fromId)) targets.set(row.fromId, row);
  return [...targets.values()];
}

/** Moves lists, wishes, ratings and reading choices to the new series, unless it has them. */
async function follow(tx: Tx, { fromId, toId }: Followed): Promise<void> {
  const { write } = tx;
  await sql`insert into "collectionSeries" ("collectionId", "seriesId", "position", "addedAt")
    select "collectionId", ${toId}, "position", "addedAt" from "collectionSeries" where "seriesId" = ${fromId}
    on conflict do nothing`.execute(write);
  await write.updateTable('collection').set({ coverSeriesId: toId }).where('coverSeriesId', '=', fromId).execute();
  for (const table of ['wantToRead', 'seriesRating'] as const) {
    await sql`update ${sql.table(table)} set "seriesId" = ${toId} where "seriesId" = ${fromId}
      and "userId" not in (select "userId" from ${sql.table(table)} where "seriesId" = ${toId})`.execute(write);
  }
  await write
    .updateTable('readingChoice')
    .set({ seriesId: toId, targetId: toId })
    .where('seriesId', '=', fromId)
    .where('userId', 'not in', (eb) => eb.selectFrom('readingChoice').select('userId').where('seriesId', '=', toId))
    .execute();
  await write.deleteFrom('seriesMove').where('fromId', '=', fromId).execute();
}

/** Gives the places of series that have no book left, in lists and in the minds of users, to where their books went. */
export async function followBooks(tx: Tx, seriesIds: readonly string[]): Promise<void> {
  for (const some of chunked(seriesIds))
    for (const followed of await listFollowed(tx, some)) await follow(tx, followed);
}

export type TrackingRow = Selectable<ReleaseTrackingTable>;
export type AliasRow = Selectable<ReleaseAliasTable>;

/** A series as releases are compared with it. */
export type NamedSeries = ReadRow<typeof findNamedSeries>;

/** Names of a series besides its own. */
export type OtherName = ReadRow<typeof listAlternateTitles>;

function named(db: ReadDb, viewerScope: ViewerScope) {
  return visibleSeries(db, viewerScope).select([
    'series.id',
    'series.libraryId',
    'series.name',
    'series.title',
    'series.titleSort',
  ]);
}

/** Series that the viewer may see, by id; the others are left out. */
export async function findNamedSeries(db: ReadDb, viewerScope: ViewerScope, ids: readonly string[]) {
  return readChunked(ids, (some) => named(db, viewerScope).where('series.id', 'in', some));
}

/** Tracked series that the viewer may see: those after one. */
export async function listTrackedSeries(db: ReadDb, viewerScope: ViewerScope, { after, limit }: IdPage) {
  return named(db, viewerScope)
    .innerJoin('releaseTracking as tracking', 'tracking.seriesId', 'series.id')
    .where('tracking.tracked', '=', 1)
    .where('series.id', '>', after)
    .orderBy('series.id')
    .limit(limit)
    .execute();
}

/** Alternate titles of series. */
export async function listAlternateTitles(db: ReadDb, seriesIds: readonly string[]) {
  return readChunked(seriesIds, (some) =>
    db.selectFrom('alternateTitle').select(['seriesId', 'title as name']).where('seriesId', 'in', some),
  );
}

/** Aliases of series, oldest first. */
export async function listAliases(db: ReadDb, seriesIds: readonly string[]): Promise<AliasRow[]> {
  return readChunked(seriesIds, (some) =>
    db.selectFrom('releaseAlias').selectAll().where('seriesId', 'in', some).orderBy('createdAt').orderBy('id'),
  );
}

/** Stores an alias. @returns false when the series has one that means the same */
export async function insertAlias(tx: Tx, row: AliasRow): Promise<boolean> {
  return isFound(
    tx.write
      .insertInto('releaseAlias')
      .values(row)
      .onConflict((conflict) => conflict.columns(['seriesId', 'normalized']).doNothing())
      .returning('id'),
  );
}

/** Notes that a person gave a series an alias that it has. */
export async function claimAlias(tx: Tx, seriesId: string, normalized: string): Promise<void> {
  await tx.write
    .updateTable('releaseAlias')
    .set({ source: 'manual' })
    .where('seriesId', '=', seriesId)
    .where('normalized', '=', normalized)
    .execute();
}

/** Removes an alias of a series. @returns false when it has none of this id */
export async function deleteAlias(tx: Tx, seriesId: string, id: string): Promise<boolean> {
  return isFound(
    tx.write.deleteFrom('releaseAlias').where('seriesId', '=', seriesId).where('id', '=', id).returning('id'),
  );
}

/** How releases of series are looked for; nothing for those never tracked. */
export async function findTracking(db: ReadDb, seriesIds: readonly string[]): Promise<TrackingRow[]> {
  return readChunked(seriesIds, (some) => db.selectFrom('releaseTracking').selectAll().where('seriesId', 'in', some));
}

/** Stores how releases of a series are looked for, over what was stored. */
export async function putTracking(tx: Tx, row: TrackingRow): Promise<void> {
  const { seriesId: _, createdAt: __, ...change } = row;
  await tx.write
    .insertInto('releaseTracking')
    .values(row)
    .onConflict((conflict) => conflict.column('seriesId').doUpdateSet(change))
    .execute();
}

/** Raises what is known to be out; it never sinks. */
export async function raiseKnown(
  tx: Tx,
  seriesId: string,
  { chapter, volume }: { readonly chapter: number | null; readonly volume: number | null },
): Promise<void> {
  const raise = async (column: 'latestKnownChapter' | 'latestKnownVolume', value: number): Promise<void> => {
    await tx.write
      .updateTable('releaseTracking')
      .set(column === 'latestKnownChapter' ? { latestKnownChapter: value } : { latestKnownVolume: value })
      .where('seriesId', '=', seriesId)
      .where('tracked', '=', 1)
      .where((eb) => eb.or([eb(column, 'is', null), eb(column, '<', value)]))
      .execute();
  };
  if (chapter !== null) await raise('latestKnownChapter', chapter);
  if (volume !== null) await raise('latestKnownVolume', volume);
}
