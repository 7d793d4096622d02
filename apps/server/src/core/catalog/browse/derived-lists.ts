import type { Book } from '@lectern/contract';
import type { Viewer } from '#core/viewer.ts';
import { findBooksById } from '#db/repos/rows/book-rows.ts';
import {
  countReadBooks,
  type LatestRead,
  listLatestRead,
  listPausedAmong,
  listReadStates,
  listSeriesOnDeck,
  pickReadBooks,
  type ReadingFilter,
} from '#db/repos/rows/reading-lists.repo.ts';
import type { ListContext } from './list-books.ts';
import type { Listed, PageWanted } from '#core/page.ts';

/** A book in reading order, and whether it is finished. */
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
  // Nothing behind the last finished one is finished.
  const next = steps[last + 1] ?? steps.find(({ isCompleted }) => !isCompleted);
  return next?.id;
}

/** A request for books that the viewer's reading decides. */
interface DerivedWanted extends PageWanted {
  readonly libraryId?: string | undefined;
  readonly seriesId?: string | undefined;
}

/** The first books of such a list. */
interface FirstWanted extends Pick<DerivedWanted, 'libraryId' | 'seriesId'> {
  readonly limit: number;
}

async function listByReading(
  { db }: Pick<ListContext, 'db'>,
  viewer: Viewer,
  { page, pageSize }: PageWanted,
  filter: ReadingFilter,
): Promise<Listed<Book>> {
  const [ids, total] = await Promise.all([
    pickReadBooks(db.readHeavy, viewer, filter, { limit: pageSize, offset: (page - 1) * pageSize }),
    countReadBooks(db.readHeavy, viewer, filter),
  ]);
  return { rows: await findBooksById(db.read, viewer, ids), total };
}

/** Books the viewer has begun and not finished, latest reading first. */
export async function listBooksInProgress(
  ctx: Pick<ListContext, 'db'>,
  viewer: Viewer,
  wanted: DerivedWanted,
): Promise<Listed<Book>> {
  const { libraryId, seriesId } = wanted;
  return await listByReading(ctx, viewer, wanted, { libraryId, seriesId, inProgress: true });
}

/** Books the viewer has read in, latest reading first. */
export async function listRecentlyReadBooks(
  ctx: Pick<ListContext, 'db'>,
  viewer: Viewer,
  wanted: DerivedWanted,
): Promise<Listed<Book>> {
  const { libraryId, seriesId } = wanted;
  return await listByReading(ctx, viewer, wanted, { libraryId, seriesId });
}

/** Books that were read last and are looked at first: the series on deck of most people are among theirs. */
const LATEST_BOOKS = 250;

/**
 * The first series on deck, where possible without a look at everything that the viewer ever read: begun ones come
 * in the order of their latest reading, and where no book is in progress that is the latest finished one.
 */
async function pickFirstOnDeck(
  { db }: Pick<ListContext, 'db'>,
  viewer: Viewer,
  { limit, ...filter }: FirstWanted,
): Promise<string[]> {
  const rows = await listLatestRead(db.readBrief, viewer, filter, LATEST_BOOKS);
  const begun = new Map<string, LatestRead>();
  for (const row of rows) if (!begun.has(row.seriesId)) begun.set(row.seriesId, row);
  const paused = new Set(await listPausedAmong(db.readBrief, viewer, [...begun.keys()]));
  const found = [...begun.values()].filter(({ seriesId }) => paused.has(seriesId)).toSorted(latestFirst);
  // Of what was read in the same moment as the last book, some may be missing.
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

/** Ids of the next book of each series, where there is one. */
async function pickNextBooks(
  { db }: Pick<ListContext, 'db'>,
  viewer: Viewer,
  seriesIds: readonly string[],
): Promise<string[]> {
  const bySeries = new Map(seriesIds.map((id) => [id, new Array<{ id: string; isCompleted: boolean }>()]));
  for (const { seriesId: series, id, completed } of await listReadStates(db.readBrief, viewer, seriesIds)) {
    bySeries.get(series)?.push({ id, isCompleted: completed === 1 });
  }
  return [...bySeries.values()].map((steps) => chooseNextBook(steps)).filter((id) => id !== undefined);
}

/** Ids of the next books of the first series on deck. */
export async function pickOnDeck(ctx: Pick<ListContext, 'db'>, viewer: Viewer, wanted: FirstWanted): Promise<string[]> {
  return await pickNextBooks(ctx, viewer, await pickFirstOnDeck(ctx, viewer, wanted));
}

/** The next book of every series with a finished book and none in progress, latest finished first. */
export async function listOnDeck(
  ctx: Pick<ListContext, 'db'>,
  viewer: Viewer,
  { page, pageSize, libraryId, seriesId }: DerivedWanted,
): Promise<Listed<Book>> {
  const all = await listSeriesOnDeck(ctx.db.readHeavy, viewer, { libraryId, seriesId });
  const ids = await pickNextBooks(ctx, viewer, all.slice((page - 1) * pageSize, page * pageSize));
  return { rows: await findBooksById(ctx.db.read, viewer, ids), total: all.length };
}
