import type { Selectable } from 'kysely';
import { chunked } from '../../dialect.ts';
import type { ReadDb, Tx } from '../../open.ts';
import type { ReleaseAliasTable, ReleaseTrackingTable } from '../../schema/index.ts';
import { type Beholder, visibleSeries } from '../visibility.ts';

export type TrackingRow = Selectable<ReleaseTrackingTable>;
export type AliasRow = Selectable<ReleaseAliasTable>;

/** A series as releases are compared with it. */
export interface NamedSeries {
  readonly id: string;
  readonly libraryId: string;
  readonly name: string;
  readonly title: string;
  readonly titleSort: string | null;
}

/** Names of a series besides its own. */
export interface OtherName {
  readonly seriesId: string;
  readonly name: string;
}

function named(db: ReadDb, beholder: Beholder) {
  return visibleSeries(db, beholder).select([
    'series.id',
    'series.libraryId',
    'series.name',
    'series.title',
    'series.titleSort',
  ]);
}

/** Series that the beholder may see, by id; the others are left out. */
export async function findNamedSeries(db: ReadDb, beholder: Beholder, ids: readonly string[]): Promise<NamedSeries[]> {
  const found: NamedSeries[] = [];
  for (const some of chunked(ids)) found.push(...(await named(db, beholder).where('series.id', 'in', some).execute()));
  return found;
}

/** Tracked series that the beholder may see: those after one. */
export async function listTrackedSeries(
  db: ReadDb,
  beholder: Beholder,
  { after, limit }: { readonly after: string; readonly limit: number },
): Promise<NamedSeries[]> {
  return named(db, beholder)
    .innerJoin('releaseTracking as tracking', 'tracking.seriesId', 'series.id')
    .where('tracking.tracked', '=', 1)
    .where('series.id', '>', after)
    .orderBy('series.id')
    .limit(limit)
    .execute();
}

/** Alternate titles of series. */
export async function listAlternateTitles(db: ReadDb, seriesIds: readonly string[]): Promise<OtherName[]> {
  const found: OtherName[] = [];
  for (const some of chunked(seriesIds)) {
    const rows = await db
      .selectFrom('alternateTitle')
      .select(['seriesId', 'title as name'])
      .where('seriesId', 'in', some)
      .execute();
    found.push(...rows);
  }
  return found;
}

/** Aliases of series, oldest first. */
export async function listAliases(db: ReadDb, seriesIds: readonly string[]): Promise<AliasRow[]> {
  const found: AliasRow[] = [];
  for (const some of chunked(seriesIds)) {
    const rows = await db
      .selectFrom('releaseAlias')
      .selectAll()
      .where('seriesId', 'in', some)
      .orderBy('createdAt')
      .orderBy('id')
      .execute();
    found.push(...rows);
  }
  return found;
}

/** Stores an alias. @returns false when the series has one that means the same */
export async function insertAlias(tx: Tx, row: AliasRow): Promise<boolean> {
  const stored = await tx.write
    .insertInto('releaseAlias')
    .values(row)
    .onConflict((conflict) => conflict.columns(['seriesId', 'normalized']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return stored !== undefined;
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
  const gone = await tx.write
    .deleteFrom('releaseAlias')
    .where('seriesId', '=', seriesId)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst();
  return gone !== undefined;
}

/** How releases of series are looked for; nothing for those that nobody ever tracked. */
export async function findTracking(db: ReadDb, seriesIds: readonly string[]): Promise<TrackingRow[]> {
  const found: TrackingRow[] = [];
  for (const some of chunked(seriesIds)) {
    found.push(...(await db.selectFrom('releaseTracking').selectAll().where('seriesId', 'in', some).execute()));
  }
  return found;
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
