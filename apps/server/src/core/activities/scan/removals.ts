import type { HeldBackBook, ScanStatus } from '@lectern/contract';
import { type Listed, type PageWanted, toSlice } from '#core/page.ts';
import { watchSeriesCovers } from '#core/catalog/covers/cover-events.ts';
import { getLibrary } from '#core/catalog/libraries/libraries.ts';
import { renumberSeries } from '#core/catalog/naming/renumber-series.ts';
import { AppError } from '#core/errors.ts';
import type { Viewer } from '#core/viewer.ts';
import type { Database, Tx } from '#db/open.ts';
import { lockLibraries } from '#db/repos/scanning/analysis-marks.repo.ts';
import {
  countVisibleHeldBack,
  listHeldBackBooks,
  listHeldBackSeries,
  resolveHeldBack,
  writeRemovalsConfirmed,
} from '#db/repos/scanning/removals.repo.ts';
import type { BookChange } from '#db/repos/scanning/scan.repo.ts';
import { bookEvent } from '#events/entity-events.ts';
import { say } from '#words/say.ts';
import { getScanStatus, type ScanControl } from './control-scans.ts';
import { announceScan } from './announce-scan.ts';

/** One page of held-back books, by series and in reading order. @throws {AppError} `NotFound` */
export async function listRemovals(
  ctx: { readonly db: Database },
  viewer: Viewer,
  { libraryId, page, pageSize }: PageWanted & { readonly libraryId: string },
): Promise<Listed<HeldBackBook>> {
  await getLibrary(ctx, viewer, libraryId);
  const [rows, total] = await Promise.all([
    listHeldBackBooks(ctx.db.read, viewer, libraryId, toSlice({ page, pageSize })),
    countVisibleHeldBack(ctx.db.read, viewer, libraryId),
  ]);
  return {
    rows: rows.map(({ missingSince, ...book }) => ({ ...book, missingSince: new Date(missingSince).toISOString() })),
    total,
  };
}

const BATCH = 200;

async function resolveRemovals(
  ctx: ScanControl,
  viewer: Viewer,
  libraryId: string,
  removed: boolean,
): Promise<ScanStatus> {
  const before = await getScanStatus(ctx, viewer, libraryId);
  if (before.pendingRemovals === 0) {
    throw new AppError('Conflict', say('No missing books of this library are waiting for a decision'));
  }
  const at = Date.now();
  const change: BookChange = removed ? { deletedAt: at, missingSince: null, updatedAt: at } : { missingSince: null };
  const resolveSome = async (tx: Tx): Promise<number> => {
    await lockLibraries(tx, [libraryId]);
    const covers = watchSeriesCovers(tx);
    if (removed) await covers.watch(await listHeldBackSeries(tx.read, libraryId, BATCH));
    const books = await resolveHeldBack(tx, libraryId, change, BATCH);
    const told = await covers.events();
    if (removed) {
      await writeRemovalsConfirmed(tx, libraryId, at);
      const seriesIds = new Set(books.map(({ seriesId }) => seriesId));
      for (const seriesId of seriesIds) await renumberSeries(tx, ctx.events, seriesId, at);
      tx.afterCommit(() => {
        for (const book of books) ctx.events.emit(bookEvent('book_updated', { ...book, libraryId }, ['deleted']));
        for (const event of told) ctx.events.emit(event);
      });
    }
    return books.length;
  };
  while ((await ctx.db.transaction(resolveSome)) > 0);
  await announceScan(ctx, before.taskId);
  return getScanStatus(ctx, viewer, libraryId);
}

/** Marks the held-back books deleted. @throws {AppError} `NotFound`, or `Conflict` when none is held back */
export async function confirmRemovals(ctx: ScanControl, viewer: Viewer, libraryId: string): Promise<ScanStatus> {
  return resolveRemovals(ctx, viewer, libraryId, true);
}

/** Keeps the held-back books until the next scan. @throws {AppError} `NotFound`, or `Conflict` when none is held back */
export async function dismissRemovals(ctx: ScanControl, viewer: Viewer, libraryId: string): Promise<ScanStatus> {
  return resolveRemovals(ctx, viewer, libraryId, false);
}
