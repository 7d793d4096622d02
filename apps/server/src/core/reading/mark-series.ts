import { randomUUIDv7 } from 'node:crypto';
import { deleteProgress, listBooksToMark, writeCompleted } from '#db/repos/progress.repo.ts';
import { getSeries } from '../catalog/get-series.ts';
import type { Viewer } from '../viewer.ts';
import type { ProgressContext } from './save-progress.ts';

/** How many books changed, in figures and in words. */
export interface Marked {
  readonly count: number;
  readonly message: string;
}

function inWords(count: number, state: 'read' | 'unread'): string {
  return `${count === 1 ? '1 book' : `${count} books`} marked ${state}`;
}

/**
 * Marks all live books of a series read, in one transaction.
 * @returns the books that were not read before
 * @throws {AppError} `NotFound`
 */
export async function markSeriesRead(ctx: ProgressContext, viewer: Viewer, seriesId: string): Promise<Marked> {
  await getSeries(ctx, viewer, seriesId);
  const count = await ctx.db.transaction(async (tx) => {
    const books = await listBooksToMark(tx.read, viewer, seriesId);
    const at = Date.now();
    const changes = books.map(({ id, pageCount }) => ({
      id: randomUUIDv7(),
      bookId: id,
      currentPage: Math.max(1, pageCount),
      percentage: 1,
      completed: true,
      locator: null,
      at,
    }));
    return await writeCompleted(tx, viewer.userId, changes);
  });
  return { count, message: inWords(count, 'read') };
}

/**
 * Forgets the viewer's place in all live books of a series, in one transaction.
 * @returns the books that had one
 * @throws {AppError} `NotFound`
 */
export async function markSeriesUnread(ctx: ProgressContext, viewer: Viewer, seriesId: string): Promise<Marked> {
  await getSeries(ctx, viewer, seriesId);
  const count = await ctx.db.transaction(async (tx) => {
    const books = await listBooksToMark(tx.read, viewer, seriesId);
    const ids = books.map(({ id }) => id);
    return await deleteProgress(tx, viewer.userId, ids);
  });
  return { count, message: inWords(count, 'unread') };
}
