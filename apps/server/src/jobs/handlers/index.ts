import { randomInt } from 'node:crypto';
import type { Context } from '#context/context.ts';
import { analyzeDue, analyzeOne } from '#core/activities/analyze/analyze-due.ts';
import { drawSeriesCovers } from '#core/activities/analyze/draw-series-covers.ts';
import { hashBooks } from '#core/activities/analyze/hash-books.ts';
import { requestHashes } from '#core/activities/analyze/request-many-analyses.ts';
import { sweepAudit } from '#core/audit/sweep-audit.ts';
import { sweepUploads } from '#core/activities/uploads/sweep-uploads.ts';
import { emptyTrash } from '#core/catalog/bin/empty-trash.ts';
import { runAddition } from '#core/activities/backups/add-backup.ts';
import { checkOne, createScheduled, drillNewest } from '#core/activities/backups/run-backups.ts';
import { runRestore } from '#core/activities/backups/run-restore.ts';
import { findDuplicates } from '#core/activities/duplicates/find-duplicates.ts';
import { cleanUpExports } from '#core/activities/exports/clean-up-exports.ts';
import { endAbandonedExports } from '#core/activities/exports/exports.ts';
import { runExport } from '#core/activities/exports/run-export.ts';
import { lookThroughImports } from '#core/activities/imports/look-through.ts';
import { runImports } from '#core/activities/imports/run-imports.ts';
import { pollSource } from '#core/activities/releases/poll-source.ts';
import { warmUpWalker } from '#core/activities/scan/look-through.ts';
import { planNotices } from '#core/activities/notices/plan-notices.ts';
import { sendNotice } from '#core/activities/notices/send-notice.ts';
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
import type { TaskHandlers } from '../handler.ts';

/** The context without the parts that run tasks. */
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
  | 'log'
  | 'readers'
  | 'feeds'
  | 'places'
  | 'archives'
  | 'solidArchives'
  | 'covers'
  | 'exportFiles'
  | 'analyzer'
  | 'publicMessages'
  | 'adminMessages'
  | 'version'
  | 'processName'
  | 'restores'
>;

const FINENESS = 1_000_000;

function random(): number {
  return randomInt(FINENESS + 1) / FINENESS;
}

type Handlers<Types extends keyof TaskHandlers> = Pick<TaskHandlers, Types>;

const createScanHandlers = (
  ctx: TaskContext,
): Handlers<'scan_library' | 'analyze_book' | 'analyze_series' | 'analyze_library' | 'hash_library'> => ({
  scan_library: {
    run: async (target, run) => {
      warmUpWalker();
      const result = await scanLibrary(ctx, target, run);
      await requestDueNumbers(ctx);
      return { result };
    },
    changed: async (taskId) => announceScan(ctx, taskId),
  },
  analyze_book: {
    run: async ({ bookId }, run) => {
      const outcome = await analyzeOne(ctx, bookId, run);
      await requestDueNumbers(ctx);
      return outcome;
    },
  },
  analyze_series: {
    run: async ({ seriesId }, run) => {
      const outcome = await analyzeDue(ctx, { seriesId }, run);
      await requestDueNumbers(ctx);
      return outcome;
    },
  },
  analyze_library: {
    run: async ({ libraryId }, run) => {
      // In parallel: a file that the disk does not give blocks only one of them.
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
  },
  hash_library: {
    run: async ({ libraryId }, run) => {
      const outcome = await hashBooks(ctx, libraryId, run);
      await ctx.duplicates.refreshBooks();
      return outcome;
    },
  },
});

const createMetadataHandlers = (
  ctx: TaskContext,
): Handlers<'renumber_series' | 'reprocess_titles' | 'edit_metadata' | 'find_duplicates' | 'rebuild_search'> => ({
  renumber_series: { run: async ({ seriesIds }, run) => renumberDue(ctx, seriesIds, run) },
  reprocess_titles: { run: async (scope, run) => reprocessTitles(ctx, scope, run) },
  edit_metadata: {
    run: async ({ actionId }, run) => runQueuedEdit(ctx, actionId, run),
    // Takes back an edit that was cancelled or failed.
    changed: async () => endAbandonedWork(ctx),
  },
  find_duplicates: { run: async (_nothing, run) => findDuplicates(ctx, run) },
  rebuild_search: { run: async (_nothing, run) => rebuildSearch(ctx, run) },
});

/** A handler for every kind of task. */
export function createTaskHandlers(ctx: TaskContext): TaskHandlers {
  return {
    ...createScanHandlers(ctx),
    ...createMetadataHandlers(ctx),
    generate_thumbnails: { run: async (wanted, run) => generateCovers(ctx, wanted, run) },
    cleanup_orphaned_files: { run: async (_nothing, run) => ({ result: await sweepCovers(ctx, run) }) },
    poll_release_source: { run: async ({ sourceId }, run) => pollSource({ ...ctx, random }, sourceId, run) },
    look_through_imports: { run: async (_nothing, run) => lookThroughImports(ctx, run) },
    import_files: { run: async (_nothing, run) => runImports(ctx, run) },
    export_series: {
      run: async ({ exportId }, run) => {
        const outcome = await runExport(ctx, exportId, run);
        await cleanUpExports(ctx);
        return outcome;
      },
      changed: async () => endAbandonedExports(ctx),
    },
    cleanup_series_exports: { run: async () => ({ result: await cleanUpExports(ctx) }) },
    plan_notices: {
      run: async () => {
        await planNotices(ctx);
        return {};
      },
    },
    send_notice: {
      run: async ({ deliveryId }, { signal }) => {
        await sendNotice(ctx, deliveryId, signal);
        return {};
      },
    },
    create_backup: { run: async ({ reason }, run) => createScheduled(ctx, reason, run) },
    check_backup: { run: async ({ backupId }, run) => checkOne(ctx, backupId, run) },
    empty_trash: {
      run: async (_nothing, run) => {
        await sweepUploads(ctx, run.signal);
        await sweepAudit(ctx, run.signal);
        return emptyTrash(ctx, run);
      },
    },
    add_backup: { run: async ({ backupId }, run) => runAddition(ctx, backupId, run) },
    restore_backup: { run: async ({ backupId }, run) => runRestore(ctx, backupId, run) },
    drill_backup: { run: async (_nothing, run) => drillNewest(ctx, run) },
    send_mail: {
      run: async ({ sealed }) => {
        await sendMail(ctx, sealed);
        // A result must not reveal whether the address has an account.
        return {};
      },
    },
  };
}
