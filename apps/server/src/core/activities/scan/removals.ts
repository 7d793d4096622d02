import type { HeldBackBook, ScanStatus } from '@lectern/contract';
import type { Listed, PageWanted } from '#core/page.ts';
import { watchSeriesCovers } from '#core/catalog/covers/cover-events.ts';
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

/** What is missing of a library. */
interface Losses {
  /** Books whose file is missing now, at least one. */
  readonly goneCount: number;
  /** Books that the library had before this scan. */
  readonly liveCount: number;
  /** Books that scans of the last day found removed, without confirmation yet. */
  readonly recentCount: number;
}

/** Scans one after the other count as one for so long: a disk may lose its folders bit by bit. */
const GUARD_WINDOW_MS = 24 * 3_600_000;

/**
 * Whether so much is gone that it is more likely a disk than a decision: all of a library, or more than a share of it (decision
 * C13), earlier scans included. A single book is never so much as long as another one is left: in a small library it would be
 * more than a fifth.
 * @param percent the share, 0 to 100
 */
export function isMassRemoval({ goneCount, liveCount, recentCount }: Losses, percent: number): boolean {
  if (goneCount >= liveCount) return true;
  const lost = goneCount + recentCount;
  return lost > 1 && lost * 100 > (liveCount + recentCount) * percent;
}

/** Marks books whose removal someone has to confirm. */
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
 * Decides over the books that are gone.
 * @returns ids of those that are to be marked deleted
 * @throws {TaskFailure} the library's folder is suddenly empty
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
  // A disk that went while its folders were listed leaves an empty place, though only some of its files were missed.
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

interface RemovalsWanted extends PageWanted {
  readonly libraryId: string;
}

/**
 * The books of a library that would go if a user confirmed it, by series and in reading order.
 * @throws {AppError} `NotFound`
 */
export async function listRemovals(
  ctx: { readonly db: Database },
  viewer: Viewer,
  { libraryId, page, pageSize }: RemovalsWanted,
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
 * Marks the books deleted that a scan held back.
 * @throws {AppError} `NotFound`, or `Conflict` when no removal waits
 */
export async function confirmRemovals(ctx: ScanControl, viewer: Viewer, libraryId: string): Promise<ScanStatus> {
  return settle(ctx, viewer, libraryId, true);
}

/**
 * Keeps the books that a scan held back; the next scan asks again when their files are still not there.
 * @throws {AppError} `NotFound`, or `Conflict` when no removal waits
 */
export async function dismissRemovals(ctx: ScanControl, viewer: Viewer, libraryId: string): Promise<ScanStatus> {
  return settle(ctx, viewer, libraryId, false);
}
