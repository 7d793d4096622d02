import { DuplicateMatchType, type DuplicateSeriesGroup } from '@lectern/contract';
import { groupBy } from '#core/group-by.ts';
import type { Viewer } from '#core/viewer.ts';
import {
  countSeriesGroups,
  listGroupSeries,
  type PickedSeriesGroup,
  pickSeriesGroups,
} from '#db/repos/catalog/duplicate-series.repo.ts';
import type { DuplicateListContext, DuplicatesWanted } from './list-duplicates.ts';

type ListedSeries = Awaited<ReturnType<typeof listGroupSeries>>[number];

/** One page of groups, and what all pages have together. */
export interface ListedSeriesGroups {
  readonly groups: DuplicateSeriesGroup[];
  readonly total: number;
  readonly totalSeries: number;
  readonly externalIdGroups: number;
  readonly titleGroups: number;
}

function toSeriesGroup(group: PickedSeriesGroup, listed: readonly ListedSeries[]): DuplicateSeriesGroup {
  const members = listed.map(({ groupId: _, updatedAt, bookCount, ...series }) => ({
    ...series,
    bookCount: bookCount ?? 0,
    updatedAt: new Date(updatedAt).toISOString(),
  }));
  return {
    id: group.id,
    matchType: DuplicateMatchType.parse(group.matchType),
    matchKey: group.matchKey,
    libraryId: group.libraryId,
    members,
    duplicateCount: members.length,
    dismissed: group.dismissedAt !== null,
    createdAt: new Date(group.createdAt).toISOString(),
    updatedAt: new Date(group.updatedAt).toISOString(),
  };
}

/** Groups of series that look like one and the same, as the series are now. */
export async function listDuplicateSeries(
  { db, duplicates }: DuplicateListContext,
  viewer: Viewer,
  wanted: DuplicatesWanted & { readonly matchType?: DuplicateMatchType | undefined },
): Promise<ListedSeriesGroups> {
  await duplicates.refreshSeries();
  const { page, pageSize, ...filter } = wanted;
  const [picked, counts] = await Promise.all([
    pickSeriesGroups(db.read, viewer, filter, { offset: (page - 1) * pageSize, limit: pageSize }),
    countSeriesGroups(db.read, viewer, filter),
  ]);
  const ids = picked.map(({ id }) => id);
  const series = groupBy(await listGroupSeries(db.read, viewer, ids), ({ groupId }) => groupId);
  const groupsOf = (type: DuplicateMatchType): number =>
    counts.find(({ matchType }) => matchType === type)?.groups ?? 0;
  return {
    groups: picked.map((group) => toSeriesGroup(group, series.get(group.id) ?? [])),
    total: counts.reduce((sum, { groups }) => sum + groups, 0),
    totalSeries: counts.reduce((sum, { series: count }) => sum + count, 0),
    externalIdGroups: groupsOf('external_id'),
    titleGroups: groupsOf('title'),
  };
}
