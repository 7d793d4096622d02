import type { Book } from '@lectern/contract';
import { type Listed, type PageWanted, toSlice } from '#core/page.ts';
import type { Viewer } from '#core/viewer.ts';
import type { Database } from '#db/open.ts';
import { findBooksById } from '#db/repos/rows/book-rows.ts';
import {
  countReadBooks,
  type LatestRead,
  listLatestRead,
  listPausedSeries,
  listReadStates,
  listSeriesOnDeck,
  pickReadBooks,
} from '#db/repos/rows/reading-lists.repo.ts';

interface ReadingContext {
  readonly db: Database;
}

interface ReadingScope {
  readonly libraryId?: string | undefined;
  readonly seriesId?: string | undefined;
}

async function listByReading(
  { db }: ReadingContext,
  viewer: Viewer,
  { libraryId, seriesId, ...page }: ReadingScope & PageWanted,
  inProgress: boolean,
): Promise<Listed<Book>> {
  const filter = { libraryId, seriesId, inProgress };
  const [ids, total] = await Promise.all([
    pickReadBooks(db.readHeavy, viewer, filter, toSlice(page)),
    countReadBooks(db.readHeavy, viewer, filter),
  ]);
  return { rows: await findBooksById(db.read, viewer, ids), total };
}

/** Books that the viewer has started and not finished, latest reading first. */
export async function listBooksInProgress(
  ctx: ReadingContext,
  viewer: Viewer,
  wanted: ReadingScope & PageWanted,
): Promise<Listed<Book>> {
  return await listByReading(ctx, viewer, wanted, true);
}

/** Books that the viewer has read in, latest reading first. */
export async function listRecentlyReadBooks(
  ctx: ReadingContext,
  viewer: Viewer,
  wanted: ReadingScope & PageWanted,
): Promise<Listed<Book>> {
  return await listByReading(ctx, viewer, wanted, false);
}

interface SeriesStep {
  readonly id: string;
  readonly isCompleted: boolean;
}

/**
 * The book to read next in a series: the first unfinished one after the last finished one, else the first unfinished one.
 * @param steps in reading order
 * @returns its id, or undefined when all are finished
 */
export function chooseNextBook(steps: readonly SeriesStep[]): string | undefined {
  const last = steps.findLastIndex(({ isCompleted }) => isCompleted);
  const next = steps[last + 1] ?? steps.find(({ isCompleted }) => !isCompleted);
  return next?.id;
}

/** The on-deck series of most users are among those of this many latest books. */
const LATEST_BOOKS = 250;

/**
 * The first series on deck, if possible without reading the whole history of the viewer. The latest books give the order: when
 * no book of a series is in progress, its latest one is finished.
 */
async function pickFirstOnDeck(
  { db }: ReadingContext,
  viewer: Viewer,
  { limit, ...filter }: ReadingScope & { readonly limit: number },
): Promise<string[]> {
  const rows = await listLatestRead(db.readBrief, viewer, filter, LATEST_BOOKS);
  const begun = new Map<string, LatestRead>();
  for (const row of rows) if (!begun.has(row.seriesId)) begun.set(row.seriesId, row);
  const paused = new Set(await listPausedSeries(db.readBrief, viewer, [...begun.keys()]));
  const found = [...begun.values()].filter(({ seriesId }) => paused.has(seriesId)).toSorted(latestFirst);
  // Rows of the same millisecond as the last row may be missing.
  const lastAt = rows.length < LATEST_BOOKS ? Number.NEGATIVE_INFINITY : (rows.at(-1)?.updatedAt ?? 0);
  const sure = found.filter(({ updatedAt }) => updatedAt > lastAt);
  const isEnough = rows.length < LATEST_BOOKS || sure.length >= limit;
  const all = isEnough ? sure.map(({ seriesId }) => seriesId) : await listSeriesOnDeck(db.readHeavy, viewer, filter);
  return all.slice(0, limit);
}

function latestFirst(one: LatestRead, other: LatestRead): number {
  if (one.updatedAt !== other.updatedAt) return other.updatedAt - one.updatedAt;
  return one.seriesId > other.seriesId ? -1 : 1;
}

async function pickNextBooks({ db }: ReadingContext, viewer: Viewer, seriesIds: readonly string[]): Promise<string[]> {
  const bySeries = new Map<string, SeriesStep[]>(seriesIds.map((id) => [id, []]));
  for (const { seriesId, id, completed } of await listReadStates(db.readBrief, viewer, seriesIds)) {
    bySeries.get(seriesId)?.push({ id, isCompleted: completed === 1 });
  }
  return [...bySeries.values()].map(chooseNextBook).filter((id) => id !== undefined);
}

/** Ids of the next books of the first series on deck. */
export async function pickOnDeck(
  ctx: ReadingContext,
  viewer: Viewer,
  wanted: ReadingScope & { readonly limit: number },
): Promise<string[]> {
  return await pickNextBooks(ctx, viewer, await pickFirstOnDeck(ctx, viewer, wanted));
}

/** The next book of every series with a finished book and none in progress, latest finished first. */
export async function listOnDeck(
  ctx: ReadingContext,
  viewer: Viewer,
  { page, pageSize, libraryId, seriesId }: ReadingScope & PageWanted,
): Promise<Listed<Book>> {
  const all = await listSeriesOnDeck(ctx.db.readHeavy, viewer, { libraryId, seriesId });
  const ids = await pickNextBooks(ctx, viewer, all.slice((page - 1) * pageSize, page * pageSize));
  return { rows: await findBooksById(ctx.db.read, viewer, ids), total: all.length };
}
