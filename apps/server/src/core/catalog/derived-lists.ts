import type { Book } from '@lectern/contract';
import { findBooksById } from '#db/repos/books.repo.ts';
import {
  countReadBooks,
  listReadStates,
  listSeriesOnDeck,
  pickReadBooks,
  type ReadingFilter,
} from '#db/repos/reading-lists.repo.ts';
import type { Viewer } from '../viewer.ts';
import { chooseNextBook } from './choose-next-book.ts';
import type { ListContext, Listed, PageWanted } from './list-books.ts';

/** A request for books that the viewer's reading decides. */
export interface DerivedWanted extends PageWanted {
  readonly libraryId?: string | undefined;
  readonly seriesId?: string | undefined;
}

async function listByReading(
  { db }: Pick<ListContext, 'db'>,
  viewer: Viewer,
  { page, pageSize }: PageWanted,
  filter: ReadingFilter,
): Promise<Listed<Book>> {
  const [ids, total] = await Promise.all([
    pickReadBooks(db.read, viewer, filter, { limit: pageSize, offset: (page - 1) * pageSize }),
    countReadBooks(db.read, viewer, filter),
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

/** Ids of the next book of every series with a finished book and none in progress (decision C6), latest finished first. */
export async function pickOnDeck(
  { db }: Pick<ListContext, 'db'>,
  viewer: Viewer,
  { page, pageSize, libraryId, seriesId }: DerivedWanted,
): Promise<{ readonly ids: string[]; readonly total: number }> {
  const all = await listSeriesOnDeck(db.read, viewer, { libraryId, seriesId });
  const seriesIds = all.slice((page - 1) * pageSize, page * pageSize);
  const bySeries = new Map(seriesIds.map((id) => [id, new Array<{ id: string; isCompleted: boolean }>()]));
  for (const { seriesId: series, id, completed } of await listReadStates(db.read, viewer, seriesIds)) {
    bySeries.get(series)?.push({ id, isCompleted: completed === 1 });
  }
  const ids = [...bySeries.values()].map((steps) => chooseNextBook(steps)).filter((id) => id !== undefined);
  return { ids, total: all.length };
}

/** Those books. */
export async function listOnDeck(
  ctx: Pick<ListContext, 'db'>,
  viewer: Viewer,
  wanted: DerivedWanted,
): Promise<Listed<Book>> {
  const { ids, total } = await pickOnDeck(ctx, viewer, wanted);
  return { rows: await findBooksById(ctx.db.read, viewer, ids), total };
}
