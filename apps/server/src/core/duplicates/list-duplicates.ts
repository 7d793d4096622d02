import type { DuplicateGroup } from '@lectern/contract';
import { groupBy } from '#core/group-by.ts';
import type { Viewer } from '#core/viewer.ts';
import type { Database } from '#db/open.ts';
import { countGroups, listGroupBooks, type PickedGroup, pickGroups } from '#db/repos/catalog/duplicates.repo.ts';
import type { DuplicateUpkeep } from './duplicate-upkeep.ts';

/** What listing groups takes. */
export interface DuplicateListContext {
  readonly db: Database;
  readonly duplicates: DuplicateUpkeep;
}

/** One page of groups, counted from 1. */
export interface DuplicatesWanted {
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

/** Groups of books with the same file, as the books are now: one page, and how many groups and books there are in all. */
export async function listDuplicates(
  { db, duplicates }: DuplicateListContext,
  viewer: Viewer,
  { page, pageSize, includeDismissed }: DuplicatesWanted,
): Promise<{ readonly groups: DuplicateGroup[]; readonly total: number; readonly totalBooks: number }> {
  await duplicates.refreshBooks();
  const filter = { includeDismissed };
  const [picked, { groups: total, books: totalBooks }] = await Promise.all([
    pickGroups(db.read, viewer, filter, { offset: (page - 1) * pageSize, limit: pageSize }),
    countGroups(db.read, viewer, filter),
  ]);
  const hashes = picked.map(({ fileHash }) => fileHash);
  const books = groupBy(await listGroupBooks(db.read, viewer, hashes), ({ fileHash }) => fileHash);
  return { groups: picked.map((group) => toGroup(group, books.get(group.fileHash) ?? [])), total, totalBooks };
}
