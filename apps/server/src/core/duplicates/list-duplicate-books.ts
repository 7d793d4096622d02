import type { Book } from '@lectern/contract';
import type { Listed, PageWanted } from '#core/catalog/list-books.ts';
import type { Viewer } from '#core/viewer.ts';
import { findBooksById } from '#db/repos/catalog/books.repo.ts';
import { type DuplicateListContext, listDuplicates } from './list-duplicates.ts';

/** Groups that are read at once. */
const GROUPS = 500;

/** Books that are there more than once, those of one file after each other: one page, and how many there are in all. */
export async function listDuplicateBooks(
  ctx: DuplicateListContext,
  viewer: Viewer,
  { page, pageSize }: PageWanted,
): Promise<Listed<Book>> {
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
