import type { TaskHandlers } from '../handler.ts';
import { later } from './later.ts';
import type { TaskContext } from './task-context.ts';

/** A handler for every kind of task. */
export function createTaskHandlers(ctx: TaskContext): TaskHandlers {
  return {
    analyze_book: later(async () => (await import('./analyze-book.ts')).handleAnalyzeBook(ctx)),
    analyze_series: later(async () => (await import('./analyze-series.ts')).handleAnalyzeSeries(ctx)),
    scan_library: later(async () => {
      (await import('#core/scan/look/ready-look.ts')).readyLook();
      return (await import('./scan-library.ts')).handleScanLibrary(ctx);
    }),
    analyze_library: later(async () => (await import('./analyze-library.ts')).handleAnalyzeLibrary(ctx)),
    hash_library: later(async () => (await import('./hash-library.ts')).handleHashLibrary(ctx)),
    renumber_series: later(async () => (await import('./renumber-series.ts')).handleRenumberSeries(ctx)),
    reprocess_titles: later(async () => (await import('./reprocess-titles.ts')).handleReprocessTitles(ctx)),
    edit_metadata: later(async () => (await import('./edit-metadata.ts')).handleEditMetadata(ctx)),
    generate_thumbnails: later(async () => (await import('./generate-thumbnails.ts')).handleGenerateThumbnails(ctx)),
    find_duplicates: later(async () => (await import('./find-duplicates.ts')).handleFindDuplicates(ctx)),
    cleanup_orphaned_files: later(async () =>
      (await import('./cleanup-orphaned-files.ts')).handleCleanupOrphanedFiles(ctx),
    ),
    rebuild_search: later(async () => (await import('./rebuild-search.ts')).handleRebuildSearch(ctx)),
    poll_release_source: later(async () => (await import('./poll-release-source.ts')).handlePollReleaseSource(ctx)),
    export_series: later(async () => (await import('./export-series.ts')).handleExportSeries(ctx)),
    cleanup_series_exports: later(async () =>
      (await import('./cleanup-series-exports.ts')).handleCleanupSeriesExports(ctx),
    ),
    send_mail: later(async () => (await import('./send-mail.ts')).handleSendMail(ctx)),
  };
}
