import type { ReadHistory, SeriesReadHistory } from '@lectern/contract';
import { AppError } from '#core/errors.ts';
import { groupBy } from '#core/group-by.ts';
import { deleteCompletions, listCompletions, listSeriesCompletions } from '#db/repos/reading/read-history.repo.ts';
import { lockReading } from '#db/repos/reading/reading-sessions.repo.ts';
import { listBooksToMark } from '#db/repos/reading/progress.repo.ts';
import { getSeries } from '../browse/get-series.ts';
import type { Viewer } from '#core/viewer.ts';
import { getBookPlace } from './save-progress.ts';
import type { ReadContext } from '../contexts.ts';

function formatTime(at: number): string {
  return new Date(at).toISOString();
}

/** All completions of a book by the viewer, latest first. Throws `NotFound`. */
export async function getReadHistory(ctx: ReadContext, viewer: Viewer, bookId: string): Promise<ReadHistory> {
  await getBookPlace(ctx, viewer, bookId);
  const rows = await listCompletions(ctx.db.read, viewer.userId, bookId);
  const [latest] = rows;
  return {
    readCount: rows.length,
    lastCompletedAt: latest === undefined ? null : formatTime(latest.completedAt),
    entries: rows.map(({ id, startedAt, completedAt, deviceId, deviceName }) => ({
      id,
      deviceId,
      deviceName,
      startedAt: formatTime(startedAt),
      completedAt: formatTime(completedAt),
    })),
  };
}

/** Completions of a series: the nth is when its last book was finished for the nth time. */
export async function getSeriesReadHistory(
  ctx: ReadContext,
  viewer: Viewer,
  seriesId: string,
): Promise<SeriesReadHistory> {
  await getSeries(ctx, viewer, seriesId);
  const { read } = ctx.db;
  const books = await listBooksToMark(read, viewer, 'seriesId', [seriesId]);
  const rows = groupBy(await listSeriesCompletions(read, viewer, seriesId), ({ bookId }) => bookId);
  const byBook = books.map(({ id }) => rows.get(id) ?? []);
  const readCount = books.length === 0 ? 0 : Math.min(...byBook.map(({ length }) => length));
  const entries = Array.from({ length: readCount }, (_, index) => {
    const times = byBook.map((ofBook) => ofBook[index]).filter((row) => row !== undefined);
    return {
      startedAt: formatTime(Math.min(...times.map(({ startedAt }) => startedAt))),
      completedAt: formatTime(Math.max(...times.map(({ completedAt }) => completedAt))),
    };
  }).reverse();
  return { readCount, lastCompletedAt: entries[0]?.completedAt ?? null, entries };
}

/** Deletes completions in `scope`; all of the viewer's when it is empty. */
async function forget(
  ctx: ReadContext,
  viewer: Viewer,
  scope: Parameters<typeof deleteCompletions>[2],
): Promise<number> {
  return await ctx.db.transaction(async (tx) => {
    await lockReading(tx, viewer.userId);
    return await deleteCompletions(tx, viewer.userId, scope);
  });
}

/** Deletes one completion, or all of a book. The place stays. Throws `NotFound`. */
export async function deleteReadHistory(
  ctx: ReadContext,
  viewer: Viewer,
  bookId: string,
  completionId?: string,
): Promise<void> {
  await getBookPlace(ctx, viewer, bookId);
  const scope = { bookIds: [bookId], ...(completionId === undefined ? {} : { completionId }) };
  const count = await forget(ctx, viewer, scope);
  if (completionId !== undefined && count === 0) throw new AppError('NotFound', `Reading ${completionId} not found`);
}

/** Deletes all completions of the books of a series. Throws `NotFound`. */
export async function deleteSeriesReadHistory(ctx: ReadContext, viewer: Viewer, seriesId: string): Promise<void> {
  await getSeries(ctx, viewer, seriesId);
  const rows = await listSeriesCompletions(ctx.db.read, viewer, seriesId);
  await forget(ctx, viewer, { bookIds: [...new Set(rows.map(({ bookId }) => bookId))] });
}

/** Deletes all completions of the viewer, also those of hidden books. */
export async function deleteWholeReadHistory(ctx: ReadContext, viewer: Viewer): Promise<void> {
  await forget(ctx, viewer, {});
}
