import type { ReadHistory, SeriesReadHistory } from '@lectern/contract';
import { AppError } from '#core/errors.ts';
import { groupBy } from '#core/group-by.ts';
import { deleteCompletions, listCompletions, listSeriesCompletions } from '#db/repos/reading/read-history.repo.ts';
import { holdReading } from '#db/repos/reading/reading-sessions.repo.ts';
import { listBooksToMark } from '#db/repos/reading/progress.repo.ts';
import { getSeries } from '../browse/get-series.ts';
import type { Viewer } from '#core/viewer.ts';
import { getBookPlace, type ProgressContext } from './save-progress.ts';

function timeOf(at: number): string {
  return new Date(at).toISOString();
}

/**
 * Every time the viewer finished a book, the last first.
 * @throws {AppError} `NotFound`
 */
export async function getReadHistory(ctx: ProgressContext, viewer: Viewer, bookId: string): Promise<ReadHistory> {
  await getBookPlace(ctx, viewer, bookId);
  const rows = await listCompletions(ctx.db.read, viewer.userId, bookId);
  const [latest] = rows;
  return {
    readCount: rows.length,
    lastCompletedAt: latest === undefined ? null : timeOf(latest.completedAt),
    entries: rows.map(({ id, startedAt, completedAt, deviceId, deviceName }) => ({
      ...{ id, deviceId, deviceName },
      ...{ startedAt: timeOf(startedAt), completedAt: timeOf(completedAt) },
    })),
  };
}

/**
 * Every time the viewer finished all live books of a series: the n-th time is when the last book was finished for the n-th
 * time.
 * @throws {AppError} `NotFound`
 */
export async function getSeriesReadHistory(
  ctx: ProgressContext,
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
      startedAt: timeOf(Math.min(...times.map(({ startedAt }) => startedAt))),
      completedAt: timeOf(Math.max(...times.map(({ completedAt }) => completedAt))),
    };
  }).reverse();
  return { readCount, lastCompletedAt: entries[0]?.completedAt ?? null, entries };
}

/** Which completions are taken out of the history; without a choice all of the viewer's. */
export interface HistoryScope {
  readonly bookIds?: readonly string[];
  readonly completionId?: string;
}

async function forget(ctx: ProgressContext, viewer: Viewer, scope: HistoryScope): Promise<number> {
  return await ctx.db.transaction(async (tx) => {
    await holdReading(tx, viewer.userId);
    return await deleteCompletions(tx, viewer.userId, scope);
  });
}

/**
 * Takes one completion out of the viewer's history, or all of a book. The place in the book stays.
 * @throws {AppError} `NotFound`
 */
export async function deleteReadHistory(
  ctx: ProgressContext,
  viewer: Viewer,
  bookId: string,
  completionId?: string,
): Promise<void> {
  await getBookPlace(ctx, viewer, bookId);
  const scope = { bookIds: [bookId], ...(completionId === undefined ? {} : { completionId }) };
  const count = await forget(ctx, viewer, scope);
  if (completionId !== undefined && count === 0) throw new AppError('NotFound', `Reading ${completionId} not found`);
}

/**
 * Takes all completions of the books of a series out of the viewer's history.
 * @throws {AppError} `NotFound`
 */
export async function deleteSeriesReadHistory(ctx: ProgressContext, viewer: Viewer, seriesId: string): Promise<void> {
  await getSeries(ctx, viewer, seriesId);
  const rows = await listSeriesCompletions(ctx.db.read, viewer, seriesId);
  await forget(ctx, viewer, { bookIds: [...new Set(rows.map(({ bookId }) => bookId))] });
}

/** Takes all of the viewer's completions out of their history, those of hidden books too: they are the viewer's own. */
export async function deleteWholeReadHistory(ctx: ProgressContext, viewer: Viewer): Promise<void> {
  await forget(ctx, viewer, {});
}
