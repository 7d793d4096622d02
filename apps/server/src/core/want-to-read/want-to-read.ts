import { randomUUIDv7 } from 'node:crypto';
import { MAX_MEMBERS, type WantedItem } from '@lectern/contract';
import { getSeries } from '#core/catalog/get-series.ts';
import type { Listed, PageWanted } from '#core/catalog/list-books.ts';
import { AppError } from '#core/errors.ts';
import { reorder } from '#core/lists/reorder.ts';
import { getBookPlace } from '#core/reading/save-progress.ts';
import type { Viewer } from '#core/viewer.ts';
import type { Database, Tx } from '#db/open.ts';
import { findBooksById } from '#db/repos/books.repo.ts';
import { pickVisible } from '#db/repos/cover-targets.repo.ts';
import { findSeriesById } from '#db/repos/series.repo.ts';
import {
  countWanted,
  deleteWanted,
  findWanted,
  holdWanted,
  insertWanted,
  listWantedIds,
  measureWanted,
  pickWanted,
  type WantedRow,
  type WantedSort,
  type WantedTarget,
  writeWantedPositions,
} from '#db/repos/want-to-read.repo.ts';

/** What want to read takes. */
export interface WantContext {
  readonly db: Database;
}

async function toItems({ db }: WantContext, viewer: Viewer, rows: readonly WantedRow[]): Promise<WantedItem[]> {
  const seriesIds = rows.map(({ seriesId }) => seriesId).filter((id) => id !== null);
  const bookIds = rows.map(({ bookId }) => bookId).filter((id) => id !== null);
  const [allSeries, books] = await Promise.all([
    findSeriesById(db.read, viewer, seriesIds),
    findBooksById(db.read, viewer, bookIds),
  ]);
  const seriesById = new Map(allSeries.map((series) => [series.id, series]));
  const bookById = new Map(books.map((book) => [book.id, book]));
  return rows.flatMap(({ id, seriesId, bookId, addedAt }): WantedItem[] => {
    const entry = { id, addedAt: new Date(addedAt).toISOString() };
    const series = seriesById.get(seriesId ?? '');
    if (series !== undefined) return [{ ...entry, itemType: 'series', seriesId: series.id, series }];
    const book = bookById.get(bookId ?? '');
    return book === undefined ? [] : [{ ...entry, itemType: 'book', bookId: book.id, book }];
  });
}

/** What the viewer wants to read. What is deleted, or hidden from them, keeps its place, and comes back to it. */
export async function listWantToRead(
  ctx: WantContext,
  viewer: Viewer,
  { page, pageSize, sort }: PageWanted & { readonly sort: WantedSort },
): Promise<Listed<WantedItem>> {
  const [rows, total] = await Promise.all([
    pickWanted(ctx.db.read, viewer, sort, { limit: pageSize, offset: (page - 1) * pageSize }),
    countWanted(ctx.db.read, viewer),
  ]);
  return { rows: await toItems(ctx, viewer, rows), total };
}

async function add(tx: Tx, userId: string, targets: readonly WantedTarget[]): Promise<number> {
  await holdWanted(tx, userId);
  const { count, end } = await measureWanted(tx.read, userId);
  if (count + targets.length > MAX_MEMBERS) {
    throw new AppError('Conflict', `Nobody can want to read more than ${MAX_MEMBERS} things`);
  }
  const addedAt = Date.now();
  const rows = targets.map((target, index) => ({
    ...target,
    ...{ id: randomUUIDv7(), userId, addedAt, position: end + index },
  }));
  return await insertWanted(tx, rows);
}

/**
 * Adds a series or a book at the end; what is there stays as it is.
 * @throws {AppError} `BadRequest` unless exactly one is named, `NotFound`, or `Conflict` for too many
 */
export async function addWantToRead(
  ctx: WantContext,
  viewer: Viewer,
  { seriesId, bookId }: { readonly seriesId?: string | undefined; readonly bookId?: string | undefined },
): Promise<WantedItem> {
  if ((seriesId === undefined) === (bookId === undefined)) {
    throw new AppError('BadRequest', 'Expected either seriesId or bookId');
  }
  if (seriesId !== undefined) await getSeries(ctx, viewer, seriesId);
  if (bookId !== undefined) await getBookPlace(ctx, viewer, bookId);
  const target = { seriesId: seriesId ?? null, bookId: bookId ?? null };
  const row = await ctx.db.transaction(async (tx) => {
    await add(tx, viewer.userId, [target]);
    return await findWanted(tx.read, viewer.userId, target);
  });
  const [item] = row === undefined ? [] : await toItems(ctx, viewer, [row]);
  if (item === undefined) throw new AppError('NotFound', `${seriesId ?? bookId ?? ''} not found`);
  return item;
}

/**
 * Adds many; unknown ones, and those that are there, are passed over.
 * @throws {AppError} `Conflict` for too many
 */
export async function addManyWantToRead(
  ctx: WantContext,
  viewer: Viewer,
  { seriesIds, bookIds }: { readonly seriesIds: readonly string[]; readonly bookIds: readonly string[] },
): Promise<{ readonly added: number; readonly alreadyPresent: number }> {
  const { read } = ctx.db;
  const knownSeries = new Set(await pickVisible(read, viewer, 'series', [...new Set(seriesIds)]));
  const knownBooks = new Set(await pickVisible(read, viewer, 'books', [...new Set(bookIds)]));
  const targets = [
    ...[...new Set(seriesIds)].filter((id) => knownSeries.has(id)).map((seriesId) => ({ seriesId, bookId: null })),
    ...[...new Set(bookIds)].filter((id) => knownBooks.has(id)).map((bookId) => ({ seriesId: null, bookId })),
  ];
  const added = await ctx.db.transaction(async (tx) => add(tx, viewer.userId, targets));
  return { added, alreadyPresent: targets.length - added };
}

/** Puts entries in another order, in the places that they have together; unknown ones are passed over. */
export async function orderWantToRead(
  { db }: WantContext,
  { userId }: Viewer,
  entryIds: readonly string[],
): Promise<void> {
  await db.transaction(async (tx) => {
    await holdWanted(tx, userId);
    await writeWantedPositions(tx, userId, reorder(await listWantedIds(tx.read, userId), entryIds));
  });
}

/** Takes a series or a book out, if it is there. */
export async function removeWanted({ db }: WantContext, { userId }: Viewer, target: WantedTarget): Promise<void> {
  await db.transaction(async (tx) => deleteWanted(tx, userId, target));
}
