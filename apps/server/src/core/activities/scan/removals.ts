import type { HeldBackBook, ScanStatus } from '@lectern/contract';
import type { Listed, PageWanted } from '#core/page.ts';
import { watchSeriesCovers } from '#core/catalog/covers/watch-series-covers.ts';
import { getLibrary } from '#core/catalog/libraries/libraries.ts';
import { renumberSeries } from '#core/catalog/naming/renumber-series.ts';
import { AppError } from '#core/errors.ts';
import type { Viewer } from '#core/viewer.ts';
import type { Database, Tx } from '#db/open.ts';
import { holdLibraries } from '#db/repos/scanning/analysis-marks.repo.ts';
import {
  countUnasked,
  countVisibleHeldBack,
  listHeldBackBooks,
  listHeldBackSeries,
  resolveHeldBack,
  writeRemovalsConfirmed,
} from '#db/repos/scanning/removals.repo.ts';
import type { BookChange, KnownBook } from '#db/repos/scanning/scan.repo.ts';
import { bookEvent } from '#events/entity-events.ts';
import { isEmptyFolder } from '#files/walk/library-root.ts';
import { TaskFailure } from '#jobs/handler.ts';
import { getScanStatus, type ScanControl } from './control-scans.ts';
import type { RunningScan } from './running-scan.ts';
import { announceScan } from './scan-status.ts';
import { createChangeWriter } from './write-changes.ts';

interface Losses {
  /** Missing books, at least one. */
  readonly goneCount: number;
  /** Books before this scan. */
  readonly liveCount: number;
  /** Books that scans of the last day marked deleted without a confirmation. */
  readonly recentCount: number;
}

/** Scans within this time count together: a failing disk may lose its folders bit by bit. */
const GUARD_WINDOW_MS = 24 * 3_600_000;

/**
 * Whether the loss looks like a lost disk: all books, or more than a share of them including earlier scans. A single book
 * never does while another one is left.
 * @param percent the share, 0 to 100
 */
export function isMassRemoval({ goneCount, liveCount, recentCount }: Losses, percent: number): boolean {
  if (goneCount >= liveCount) return true;
  const lost = goneCount + recentCount;
  return lost > 1 && lost * 100 > (liveCount + recentCount) * percent;
}

async function holdBack(scan: RunningScan, books: readonly KnownBook[]): Promise<void> {
  const { ctx, library, run } = scan;
  const writer = createChangeWriter(ctx, { libraryId: library.id, taskId: run.taskId }, run.signal);
  const at = Date.now();
  for (const { id, path, missingSince } of books) {
    if (missingSince !== null) continue;
    const seen = { libraryId: library.id, path };
    await writer.push({ what: { kind: 'book', id, change: { missingSince: at }, seen } });
  }
  await writer.flush();
}

/**
 * Decides about missing books.
 * @returns ids of books to mark deleted
 * @throws {TaskFailure} when the library's folder is suddenly empty
 */
export async function guardRemovals(
  scan: RunningScan,
  gone: readonly KnownBook[],
  liveCount: number,
): Promise<ReadonlySet<string>> {
  const { ctx, library, counts } = scan;
  if (gone.length === 0) return new Set();
  const recentCount = await countUnasked(ctx.db.read, library.id, Date.now() - GUARD_WINDOW_MS);
  const percent = ctx.settings.get('scanner.mass_removal_guard');
  // A disk that vanishes during the walk leaves an empty mount point.
  const isEmpty = await isEmptyFolder(library.path);
  if (!isEmpty && !isMassRemoval({ goneCount: gone.length, liveCount, recentCount }, percent))
    return new Set(gone.map(({ id }) => id));
  await holdBack(scan, gone);
  if (isEmpty) {
    const books = `${String(gone.length)} books`;
    throw new TaskFailure(`The folder of the library is empty, but ${books} of it are known. No book was removed`);
  }
  const share = `${String(gone.length)} of ${String(liveCount)} books`;
  const before = recentCount === 0 ? '' : `, after ${String(recentCount)} others within a day`;
  counts.warnings.push(`${share} are missing${before}: confirm that they were removed, or dismiss it`);
  return new Set();
}

/**
 * One page of held-back books, by series and in reading order.
 * @throws {AppError} `NotFound`
 */
export async function listRemovals(
  ctx: { readonly db: Database },
  viewer: Viewer,
  { libraryId, page, pageSize }: PageWanted & { readonly libraryId: string },
): Promise<Listed<HeldBackBook>> {
  await getLibrary(ctx, viewer, libraryId);
  const [rows, total] = await Promise.all([
    listHeldBackBooks(ctx.db.read, viewer, libraryId, { limit: pageSize, offset: (page - 1) * pageSize }),
    countVisibleHeldBack(ctx.db.read, viewer, libraryId),
  ]);
  return {
    rows: rows.map(({ missingSince, ...book }) => ({ ...book, missingSince: new Date(missingSince).toISOString() })),
    total,
  };
}

/** Books of one transaction. */
const BATCH = 200;

async function settle(ctx: ScanControl, viewer: Viewer, libraryId: string, removed: boolean): Promise<ScanStatus> {
  const before = await getScanStatus(ctx, viewer, libraryId);
  if (before.pendingRemovals === 0) {
    throw new AppError('Conflict', `No removal of library ${libraryId} waits for an answer`);
  }
  const at = Date.now();
  const change: BookChange = removed ? { deletedAt: at, missingSince: null, updatedAt: at } : { missingSince: null };
  const resolveSome = async (tx: Tx): Promise<number> => {
    await holdLibraries(tx, [libraryId]);
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

/**
 * Marks the held-back books deleted.
 * @throws {AppError} `NotFound`, or `Conflict` when none is held back
 */
export async function confirmRemovals(ctx: ScanControl, viewer: Viewer, libraryId: string): Promise<ScanStatus> {
  return settle(ctx, viewer, libraryId, true);
}

/**
 * Keeps the held-back books; the next scan asks again when their files are still missing.
 * @throws {AppError} `NotFound`, or `Conflict` when none is held back
 */
export async function dismissRemovals(ctx: ScanControl, viewer: Viewer, libraryId: string): Promise<ScanStatus> {
  return settle(ctx, viewer, libraryId, false);
}
