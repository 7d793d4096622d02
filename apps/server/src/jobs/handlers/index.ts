import { randomInt } from 'node:crypto';
import type { Context } from '#context/context.ts';
import { analyzeDue, analyzeOne } from '#core/activities/analyze/analyze-due.ts';
import { drawSeriesCovers } from '#core/activities/analyze/draw-series-covers.ts';
import { hashBooks } from '#core/activities/analyze/hash-books.ts';
import { requestHashes } from '#core/activities/analyze/request-many-analyses.ts';
import { findDuplicates } from '#core/activities/duplicates/find-duplicates.ts';
import { cleanUpExports } from '#core/activities/exports/clean-up-exports.ts';
import { endAbandonedExports } from '#core/activities/exports/exports.ts';
import { runExport } from '#core/activities/exports/run-export.ts';
import { pollSource } from '#core/activities/releases/poll-source.ts';
import { warmUpWalker } from '#core/activities/scan/look-through.ts';
import { scanLibrary } from '#core/activities/scan/scan-library.ts';
import { announceScan } from '#core/activities/scan/announce-scan.ts';
import { generateCovers } from '#core/catalog/covers/generate-covers.ts';
import { sweepCovers } from '#core/catalog/covers/sweep-covers.ts';
import { endAbandonedWork } from '#core/catalog/metadata/queued-work.ts';
import { runQueuedEdit } from '#core/catalog/metadata/run-queued-edit.ts';
import { renumberDue, requestDueNumbers } from '#core/catalog/naming/renumber-due.ts';
import { reprocessTitles } from '#core/catalog/naming/reprocess-titles.ts';
import { rebuildSearch } from '#core/catalog/search/index-upkeep.ts';
import { sendMail } from '#core/people/send-mail.ts';
import type { TaskPayload } from '../catalog.ts';
import type { TaskHandler, TaskHandlers } from '../handler.ts';

/** What the work of a task may use: the context without what runs tasks. */
type TaskContext = Pick<
  Context,
  | 'access'
  | 'config'
  | 'mailer'
  | 'db'
  | 'events'
  | 'settings'
  | 'duplicates'
  | 'queue'
  | 'readers'
  | 'feeds'
  | 'places'
  | 'archives'
  | 'solidArchives'
  | 'covers'
  | 'exportFiles'
  | 'analyzer'
>;

const handleAnalyzeBook = (ctx: TaskContext): TaskHandler<TaskPayload<'analyze_book'>> => ({
  run: async ({ bookId }, run) => {
    const outcome = await analyzeOne(ctx, bookId, run);
    await requestDueNumbers(ctx);
    return outcome;
  },
});

const handleAnalyzeLibrary = (ctx: TaskContext): TaskHandler<TaskPayload<'analyze_library'>> => ({
  run: async ({ libraryId }, run) => {
    // Beside each other: neither waits for a file of the other that the disk will not give.
    const [books, covers] = await Promise.allSettled([
      analyzeDue(ctx, { libraryId }, run),
      drawSeriesCovers(ctx, libraryId, run),
    ]);
    if (books.status === 'rejected') throw books.reason;
    if (covers.status === 'rejected') throw covers.reason;
    if (books.value.again === true || !covers.value) return { ...books.value, again: true };
    await requestDueNumbers(ctx);
    await requestHashes(ctx, libraryId);
    return books.value;
  },
});

const handleAnalyzeSeries = (ctx: TaskContext): TaskHandler<TaskPayload<'analyze_series'>> => ({
  run: async ({ seriesId }, run) => {
    const outcome = await analyzeDue(ctx, { seriesId }, run);
    await requestDueNumbers(ctx);
    return outcome;
  },
});

const handleCleanupOrphanedFiles = (ctx: TaskContext): TaskHandler<TaskPayload<'cleanup_orphaned_files'>> => ({
  run: async (_nothing, run) => ({ result: await sweepCovers(ctx, run) }),
});

const handleCleanupSeriesExports = (ctx: TaskContext): TaskHandler<TaskPayload<'cleanup_series_exports'>> => ({
  run: async () => ({ result: await cleanUpExports(ctx) }),
});

const handleEditMetadata = (ctx: TaskContext): TaskHandler<TaskPayload<'edit_metadata'>> => ({
  run: async ({ actionId }, run) => runQueuedEdit(ctx, actionId, run),
  // One that was cancelled or failed is taken back.
  changed: async () => endAbandonedWork(ctx),
});

const handleExportSeries = (ctx: TaskContext): TaskHandler<TaskPayload<'export_series'>> => ({
  run: async ({ exportId }, run) => {
    const outcome = await runExport(ctx, exportId, run);
    await cleanUpExports(ctx);
    return outcome;
  },
  changed: async () => endAbandonedExports(ctx),
});

const handleFindDuplicates = (ctx: TaskContext): TaskHandler<TaskPayload<'find_duplicates'>> => ({
  run: async (_nothing, run) => findDuplicates(ctx, run),
});

const handleGenerateThumbnails = (ctx: TaskContext): TaskHandler<TaskPayload<'generate_thumbnails'>> => ({
  run: async (wanted, run) => generateCovers(ctx, wanted, run),
});

const handleHashLibrary = (ctx: TaskContext): TaskHandler<TaskPayload<'hash_library'>> => ({
  run: async ({ libraryId }, run) => {
    const outcome = await hashBooks(ctx, libraryId, run);
    await ctx.duplicates.refreshBooks();
    return outcome;
  },
});

const handleRenumberSeries = (ctx: TaskContext): TaskHandler<TaskPayload<'renumber_series'>> => ({
  run: async ({ seriesIds }, run) => renumberDue(ctx, seriesIds, run),
});

const handleReprocessTitles = (ctx: TaskContext): TaskHandler<TaskPayload<'reprocess_titles'>> => ({
  run: async (scope, run) => reprocessTitles(ctx, scope, run),
});

const handleRebuildSearch = (ctx: TaskContext): TaskHandler<TaskPayload<'rebuild_search'>> => ({
  run: async (_nothing, run) => rebuildSearch(ctx, run),
});

const FINENESS = 1_000_000;

function random(): number {
  return randomInt(FINENESS + 1) / FINENESS;
}

const handlePollReleaseSource = (ctx: TaskContext): TaskHandler<TaskPayload<'poll_release_source'>> => ({
  run: async ({ sourceId }, run) => pollSource({ ...ctx, random }, sourceId, run),
});

const handleSendMail = (ctx: TaskContext): TaskHandler<TaskPayload<'send_mail'>> => ({
  run: async ({ sealed }) => {
    await sendMail(ctx, sealed);
    // The answer must not tell whether the address has an account.
    return {};
  },
});

/** A handler for every kind of task. */
export function createTaskHandlers(ctx: TaskContext): TaskHandlers {
  return {
    analyze_book: handleAnalyzeBook(ctx),
    analyze_series: handleAnalyzeSeries(ctx),
    scan_library: handleScanLibrary(ctx),
    analyze_library: handleAnalyzeLibrary(ctx),
    hash_library: handleHashLibrary(ctx),
    renumber_series: handleRenumberSeries(ctx),
    reprocess_titles: handleReprocessTitles(ctx),
    edit_metadata: handleEditMetadata(ctx),
    generate_thumbnails: handleGenerateThumbnails(ctx),
    find_duplicates: handleFindDuplicates(ctx),
    cleanup_orphaned_files: handleCleanupOrphanedFiles(ctx),
    rebuild_search: handleRebuildSearch(ctx),
    poll_release_source: handlePollReleaseSource(ctx),
    export_series: handleExportSeries(ctx),
    cleanup_series_exports: handleCleanupSeriesExports(ctx),
    send_mail: handleSendMail(ctx),
  };
}

const handleScanLibrary = (ctx: TaskContext): TaskHandler<TaskPayload<'scan_library'>> => ({
  run: async (target, run) => {
    warmUpWalker();
    const result = await scanLibrary(ctx, target, run);
    await requestDueNumbers(ctx);
    return { result };
  },
  changed: async (taskId) => announceScan(ctx, taskId),
});
