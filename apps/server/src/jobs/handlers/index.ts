import type { TaskHandlers } from '../handler.ts';
import { handleAnalyzeBook } from './analyze-book.ts';
import { handleAnalyzeLibrary } from './analyze-library.ts';
import { handleAnalyzeSeries } from './analyze-series.ts';
import { handleCleanupOrphanedFiles } from './cleanup-orphaned-files.ts';
import { handleEditMetadata } from './edit-metadata.ts';
import { handleFindDuplicates } from './find-duplicates.ts';
import { handleGenerateThumbnails } from './generate-thumbnails.ts';
import { handleHashLibrary } from './hash-library.ts';
import { handlePollReleaseSource } from './poll-release-source.ts';
import { handleRebuildSearch } from './rebuild-search.ts';
import { handleRenumberSeries } from './renumber-series.ts';
import { handleReprocessTitles } from './reprocess-titles.ts';
import { handleScanLibrary } from './scan-library.ts';
import { handleSendMail } from './send-mail.ts';
import type { TaskContext } from './task-context.ts';

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
    send_mail: handleSendMail(ctx),
  };
}
