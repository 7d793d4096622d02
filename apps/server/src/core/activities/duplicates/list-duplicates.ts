import { type DuplicateGroup, DuplicateMatchType, type DuplicateSeriesGroup } from '@lectern/contract';
import { type PageWanted, toSlice } from '#core/page.ts';
import { AppError } from '#core/errors.ts';
import { groupBy } from '#core/group-by.ts';
import type { Viewer } from '#core/viewer.ts';
import type { Database } from '#db/open.ts';
import { findBooksById } from '#db/repos/rows/book-rows.ts';
import {
  countSeriesGroups,
  dismissSeriesGroup,
  hasVisibleSeriesGroup,
  listGroupSeries,
  type PickedSeriesGroup,
  pickSeriesGroups,
} from '#db/repos/catalog/duplicate-series.repo.ts';
import {
  countGroups,
  dismissGroup,
  hasVisibleGroup,
  listGroupBooks,
  type PickedGroup,
  pickGroups,
} from '#db/repos/catalog/duplicates.repo.ts';
import type { DuplicateUpkeep } from './duplicate-upkeep.ts';

interface DuplicateListContext {
  readonly db: Database;
  readonly duplicates: DuplicateUpkeep;
}

/** `page` counts from 1. */
interface DuplicatesWanted {
  readonly page: number;
  readonly pageSize: number;
  readonly includeDismissed: boolean;
}

type ListedBook = Awaited<ReturnType<typeof listGroupBooks>>[number];

function toGroup(group: PickedGroup, members: readonly ListedBook[]): DuplicateGroup {
  const books = members.map(({ fileHash: _, ...book }) => book);
  return {
    id: group.id,
    fileHash: group.fileHash,
    bookIds: books.map(({ id }) => id),
    duplicateCount: books.length,
    books,
    dismissed: group.dismissedAt !== null,
    createdAt: new Date(group.createdAt).toISOString(),
    updatedAt: new Date(group.updatedAt).toISOString(),
  };
}

/** One page of groups of equal files, with the number of groups and books on all pages. */
export async function listDuplicates(
  { db, duplicates }: DuplicateListContext,
  viewer: Viewer,
  { page, pageSize, includeDismissed }: DuplicatesWanted,
): Promise<{ readonly groups: DuplicateGroup[]; readonly total: number; readonly totalBooks: number }> {
  await duplicates.refreshBooks();
  const filter = { includeDismissed };
  const [picked, { groups: total, books: totalBooks }] = await Promise.all([
    pickGroups(db.read, viewer, filter, toSlice({ page, pageSize })),
    countGroups(db.read, viewer, filter),
  ]);
  const hashes = picked.map(({ fileHash }) => fileHash);
  const books = groupBy(await listGroupBooks(db.read, viewer, hashes), ({ fileHash }) => fileHash);
  return { groups: picked.map((group) => toGroup(group, books.get(group.fileHash) ?? [])), total, totalBooks };
}

const GROUPS = 500;

/** One page of all books of groups, in the order of their groups. */
export async function listDuplicateBooks(ctx: DuplicateListContext, viewer: Viewer, { page, pageSize }: PageWanted) {
  const end = page * pageSize;
  const ids: string[] = [];
  let total = 0;
  for (let number = 1; ids.length < end; number += 1) {
    const found = await listDuplicates(ctx, viewer, { page: number, pageSize: GROUPS, includeDismissed: false });
    total = found.totalBooks;
    ids.push(...found.groups.flatMap(({ bookIds }) => bookIds));
    if (found.groups.length < GROUPS) break;
  }
  return { rows: await findBooksById(ctx.db.read, viewer, ids.slice(end - pageSize, end)), total };
}

type ListedSeries = Awaited<ReturnType<typeof listGroupSeries>>[number];

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

/** One page of groups of similar series, with the counts of all pages. */
export async function listDuplicateSeries(
  { db, duplicates }: DuplicateListContext,
  viewer: Viewer,
  wanted: DuplicatesWanted & { readonly matchType?: DuplicateMatchType | undefined },
) {
  await duplicates.refreshSeries();
  const { page, pageSize, ...filter } = wanted;
  const [picked, counts] = await Promise.all([
    pickSeriesGroups(db.read, viewer, filter, toSlice({ page, pageSize })),
    countSeriesGroups(db.read, viewer, filter),
  ]);
  const ids = picked.map(({ id }) => id);
  const series = groupBy(await listGroupSeries(db.read, viewer, ids), ({ groupId }) => groupId);
  const countByType = (type: DuplicateMatchType): number =>
    counts.find(({ matchType }) => matchType === type)?.groups ?? 0;
  return {
    groups: picked.map((group) => toSeriesGroup(group, series.get(group.id) ?? [])),
    total: counts.reduce((sum, { groups }) => sum + groups, 0),
    totalSeries: counts.reduce((sum, { series: count }) => sum + count, 0),
    externalIdGroups: countByType('external_id'),
    titleGroups: countByType('title'),
  };
}

/** Hides a group of books until its members change. @throws {AppError} `NotFound` */
export async function dismissDuplicate(ctx: DuplicateListContext, viewer: Viewer, groupId: string): Promise<void> {
  await ctx.duplicates.refreshBooks();
  if (!(await hasVisibleGroup(ctx.db.read, viewer, groupId))) {
    throw new AppError('NotFound', `Duplicate group ${groupId} not found`);
  }
  await ctx.db.transaction(async (tx) => dismissGroup(tx, groupId, Date.now()));
}

/** Hides a group of series until its members change. @throws {AppError} `NotFound` */
export async function dismissDuplicateSeries(ctx: DuplicateListContext, viewer: Viewer, groupId: string) {
  await ctx.duplicates.refreshSeries();
  if (!(await hasVisibleSeriesGroup(ctx.db.read, viewer, groupId))) {
    throw new AppError('NotFound', `Duplicate group ${groupId} not found`);
  }
  await ctx.db.transaction(async (tx) => dismissSeriesGroup(tx, groupId, Date.now()));
}
