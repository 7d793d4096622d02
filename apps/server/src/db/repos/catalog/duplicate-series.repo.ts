import type { DuplicateMatchType } from '@lectern/contract';
import { type Selectable, sql } from 'kysely';
import { chunked } from '../../sql/dialect.ts';
import type { ReadDb, Tx } from '../../open.ts';
import type { DuplicateSeriesGroupTable } from '../../schema/index.ts';
import { isFound, type ReadRow, type Slice, writeChunked } from '../rows/read-rows.ts';
import type { ViewerScope } from '../rows/viewer-scope.ts';
import { visibleBooks, visibleSeries, visibleTimes } from '../rows/visibility.ts';

export type SeriesGroupRow = Selectable<DuplicateSeriesGroupTable>;

/** What series are compared by. */
export type ComparedSeries = ReadRow<typeof listComparedSeries>;

/** Series by id: those after one. */
export async function listComparedSeries(db: ReadDb, after: string, limit: number) {
  return db
    .selectFrom('series')
    .leftJoin('seriesSidecar', 'seriesSidecar.seriesId', 'series.id')
    .select(['series.id', 'series.libraryId', 'series.title', 'seriesSidecar.jsonContent'])
    .where('series.id', '>', after)
    .orderBy('series.id')
    .limit(limit)
    .execute();
}

/** Every group, dismissed ones too. */
export async function listAllSeriesGroups(db: ReadDb): Promise<SeriesGroupRow[]> {
  return db.selectFrom('duplicateSeriesGroup').selectAll().execute();
}

/** Stores a group and its series; a group that exists takes the new ones and is no longer dismissed. */
export async function putSeriesGroup(tx: Tx, group: SeriesGroupRow, seriesIds: readonly string[]): Promise<void> {
  const { id } = await tx.write
    .insertInto('duplicateSeriesGroup')
    .values(group)
    .onConflict((conflict) =>
      conflict.column('identity').doUpdateSet((eb) => ({
        members: eb.ref('excluded.members'),
        updatedAt: eb.ref('excluded.updatedAt'),
        dismissedAt: eb.ref('excluded.dismissedAt'),
      })),
    )
    .returning('id')
    .executeTakeFirstOrThrow();
  await tx.write.deleteFrom('duplicateSeriesMember').where('groupId', '=', id).execute();
  for (const chunk of chunked(seriesIds)) {
    // Series that went meanwhile are left out.
    await tx.write
      .insertInto('duplicateSeriesMember')
      .columns(['groupId', 'seriesId'])
      .expression((eb) =>
        eb
          .selectFrom('series')
          .select([sql<string>`${id}`.as('groupId'), 'series.id as seriesId'])
          .where('series.id', 'in', chunk),
      )
      .execute();
  }
}

/** Deletes groups that are none any more. */
export async function deleteSeriesGroups(tx: Tx, ids: readonly string[]): Promise<void> {
  await writeChunked(ids, (chunk) => tx.write.deleteFrom('duplicateSeriesGroup').where('id', 'in', chunk));
}

/** Which groups are listed. */
interface SeriesGroupFilter {
  readonly includeDismissed: boolean;
  readonly matchType?: DuplicateMatchType | undefined;
}

function visibleGroups(db: ReadDb, viewerScope: ViewerScope) {
  return visibleSeries(db, viewerScope)
    .innerJoin('duplicateSeriesMember as member', 'member.seriesId', 'series.id')
    .innerJoin('duplicateSeriesGroup as group', 'group.id', 'member.groupId')
    .groupBy('group.id')
    .having((eb) => eb.fn.countAll<number>(), '>=', 2);
}

function wantedGroups(db: ReadDb, viewerScope: ViewerScope, { includeDismissed, matchType }: SeriesGroupFilter) {
  return visibleGroups(db, viewerScope)
    .$if(!includeDismissed, (query) => query.where('group.dismissedAt', 'is', null))
    .$if(matchType !== undefined, (query) => query.where('group.matchType', '=', matchType ?? ''));
}

export type PickedSeriesGroup = Omit<SeriesGroupRow, 'identity' | 'members'>;

/** Groups of which the viewer may see two series or more: the largest first, then the latest. */
export async function pickSeriesGroups(db: ReadDb, viewerScope: ViewerScope, filter: SeriesGroupFilter, page: Slice) {
  const rows = await wantedGroups(db, viewerScope, filter)
    .select((eb) => [
      eb.fn.max<number>('series.createdAt').as('newestAt'),
      'group.id',
      'group.matchType',
      'group.matchKey',
      'group.libraryId',
      'group.createdAt',
      'group.updatedAt',
      'group.dismissedAt',
    ])
    .orderBy((eb) => eb.fn.countAll(), 'desc')
    .orderBy('newestAt', 'desc')
    .orderBy('group.id')
    .limit(page.limit)
    .offset(page.offset)
    .execute();
  return rows.map(({ newestAt, ...group }) => visibleTimes(viewerScope, group, newestAt));
}

/** How many groups there are of each kind, and how many series they have together. */
export async function countSeriesGroups(db: ReadDb, viewerScope: ViewerScope, filter: SeriesGroupFilter) {
  return db
    .selectFrom(
      wantedGroups(db, viewerScope, filter)
        .select((eb) => ['group.matchType', eb.fn.countAll<number>().as('count')])
        .as('size'),
    )
    .select((eb) => [
      'size.matchType',
      eb.fn.countAll<number>().as('groups'),
      eb.fn.sum<number>('size.count').as('series'),
    ])
    .groupBy('size.matchType')
    .execute();
}

/** Whether the viewer may see a group. */
export async function hasVisibleSeriesGroup(db: ReadDb, viewerScope: ViewerScope, groupId: string): Promise<boolean> {
  return isFound(visibleGroups(db, viewerScope).select('group.id').where('group.id', '=', groupId));
}

/** Dismisses a group; one that is dismissed stays so. */
export async function dismissSeriesGroup(tx: Tx, groupId: string, at: number): Promise<void> {
  await tx.write
    .updateTable('duplicateSeriesGroup')
    .set({ dismissedAt: at })
    .where('id', '=', groupId)
    .where('dismissedAt', 'is', null)
    .execute();
}

/** Series of groups that the viewer may see, the oldest first, with their group and the number of books to be seen. */
export async function listGroupSeries(db: ReadDb, viewerScope: ViewerScope, groupIds: readonly string[]) {
  if (groupIds.length === 0) return [];
  return visibleSeries(db, viewerScope)
    .innerJoin('duplicateSeriesMember as member', 'member.seriesId', 'series.id')
    .innerJoin('library', 'library.id', 'series.libraryId')
    .select([
      'member.groupId',
      'series.id',
      'series.title',
      'series.libraryId',
      'library.name as libraryName',
      'series.updatedAt',
    ])
    .select(
      visibleBooks(db, viewerScope)
        .whereRef('book.seriesId', '=', 'series.id' as 'book.id')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .as('bookCount'),
    )
    .where('member.groupId', 'in', groupIds)
    .orderBy('series.createdAt')
    .orderBy('series.id')
    .execute();
}

/** Differs whenever the titles or outside numbers of series may differ: cheap to ask for. */
export async function seriesVersion(db: ReadDb): Promise<string> {
  const series = await db
    .selectFrom('series')
    .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.max('updatedAt').as('latest')])
    .executeTakeFirstOrThrow();
  const sidecars = await db
    .selectFrom('seriesSidecar')
    .select((eb) => eb.fn.count<number>('jsonContent').as('count'))
    .executeTakeFirstOrThrow();
  return JSON.stringify([series, sidecars]);
}
