import { MAX_MEMBERS, type WantedItem } from '@lectern/contract';
import { getSeries } from '../browse/list-series.ts';
import type { Listed, PageWanted } from '#core/page.ts';
import { AppError } from '#core/errors.ts';
import { reorder } from './list-members.ts';
import { getPreference } from '#core/people/preferences.ts';
import { getBookPlace } from '../reading/save-progress.ts';
import type { Viewer } from '#core/viewer.ts';
import { newId } from '#db/new-id.ts';
import type { Database, Tx } from '#db/open.ts';
import type { EventBus } from '#events/bus.ts';
import { wantToReadEvent } from '#events/entity-events.ts';
import { findBooksById } from '#db/repos/catalog/books.repo.ts';
import { pickVisible } from '#db/repos/covers/cover-targets.repo.ts';
import { findSeriesById } from '#db/repos/catalog/series.repo.ts';
import {
  countWanted,
  deleteWanted,
  findWanted,
  holdWanted,
  insertWanted,
  listWantedIds,
  measureWanted,
  pickWanted,
  type WantedFilter,
  type WantedRow,
  type WantedSort,
  type WantedTarget,
  writeWantedPositions,
} from '#db/repos/rows/want-to-read.repo.ts';

/** What want to read takes. */
export interface WantContext {
  readonly db: Database;
}

/** What changing it takes. */
export interface WantChangeContext extends WantContext {
  readonly events: EventBus;
}

function tellSoon(tx: Tx, events: EventBus, userId: string): void {
  tx.afterCommit(() => events.emitPersonal(wantToReadEvent(userId)));
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
  { page, pageSize, sort, libraryId, itemType }: PageWanted & WantedFilter & { readonly sort: WantedSort },
): Promise<Listed<WantedItem>> {
  const [rows, total] = await Promise.all([
    pickWanted(ctx.db.read, viewer, { sort, libraryId, itemType }, { limit: pageSize, offset: (page - 1) * pageSize }),
    countWanted(ctx.db.read, viewer, { libraryId, itemType }),
  ]);
  return { rows: await toItems(ctx, viewer, rows), total };
}

/** The start of what the viewer wants to read, in the order that they chose for it; of one library where that is named. */
export async function listFirstWanted(
  ctx: WantContext,
  viewer: Viewer,
  { limit, libraryId }: { readonly limit: number; readonly libraryId?: string | undefined },
): Promise<WantedItem[]> {
  const { value } = await getPreference(ctx, viewer, 'want_to_read.sort');
  const sort = value === 'oldest' || value === 'custom' ? value : 'newest';
  return await toItems(
    ctx,
    viewer,
    await pickWanted(ctx.db.readBrief, viewer, { sort, libraryId }, { limit, offset: 0 }),
  );
}

async function add(tx: Tx, userId: string, targets: readonly WantedTarget[]): Promise<number> {
  await holdWanted(tx, userId);
  const { count, end } = await measureWanted(tx.read, userId);
  if (count + targets.length > MAX_MEMBERS) {
    throw new AppError('Conflict', `The want-to-read list holds at most ${MAX_MEMBERS} entries`);
  }
  const addedAt = Date.now();
  const rows = targets.map((target, index) => ({
    ...target,
    ...{ id: newId(), userId, addedAt, position: end + index },
  }));
  return await insertWanted(tx, rows);
}

/**
 * Adds a series or a book at the end; what is there stays as it is.
 * @throws {AppError} `BadRequest` unless exactly one is named, `NotFound`, or `Conflict` for too many
 */
export async function addWantToRead(
  ctx: WantChangeContext,
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
    tellSoon(tx, ctx.events, viewer.userId);
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
  ctx: WantChangeContext,
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
  const added = await ctx.db.transaction(async (tx) => {
    const count = await add(tx, viewer.userId, targets);
    if (count > 0) tellSoon(tx, ctx.events, viewer.userId);
    return count;
  });
  return { added, alreadyPresent: targets.length - added };
}

/** Puts entries in another order, in the places that they have together; unknown ones are passed over. */
export async function orderWantToRead(
  { db, events }: WantChangeContext,
  { userId }: Viewer,
  entryIds: readonly string[],
): Promise<void> {
  await db.transaction(async (tx) => {
    await holdWanted(tx, userId);
    await writeWantedPositions(tx, userId, reorder(await listWantedIds(tx.read, userId), entryIds));
    tellSoon(tx, events, userId);
  });
}

/** Takes a series or a book out, if it is there. */
export async function removeWanted(
  { db, events }: WantChangeContext,
  { userId }: Viewer,
  target: WantedTarget,
): Promise<void> {
  await db.transaction(async (tx) => {
    await deleteWanted(tx, userId, target);
    tellSoon(tx, events, userId);
  });
}
