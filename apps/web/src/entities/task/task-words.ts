import type { Task } from '@lectern/contract';
import { formatCount, formatDuration, formatNumber } from '#lib/format.ts';

type Named = Pick<Task, 'taskType' | 'libraryName' | 'seriesTitle' | 'bookTitle'> & {
  readonly params?: Task['params'] | undefined;
};

interface Names extends TaskScope {
  readonly library: string;
  readonly series: string;
  readonly book: string;
  /** Names the owner of the covers. */
  readonly covers: string;
}

interface TaskScope {
  /** Folders relative to the library; empty for all of it. */
  readonly folders: readonly string[];
  /** Reads unchanged files again. */
  readonly deep: boolean;
}

const SENTENCES: Readonly<Record<string, (names: Names) => string>> = {
  scan_library: ({ library, folders, deep }) => {
    if (folders.length > 0) return `Scanning ${folderWords(folders)} of ${library}`;
    return deep ? `Reading every file of ${library} again` : `Scanning ${library}`;
  },
  analyze_library: ({ library }) => `Preparing the books of ${library}`,
  analyze_series: ({ series }) => `Reading the files of ${series} again`,
  analyze_book: ({ book }) => `Reading the file of ${book} again`,
  generate_thumbnails: ({ covers }) => `Making ${covers}`,
  cleanup_orphaned_files: () => 'Cleaning up covers',
  hash_library: ({ library }) => `Fingerprinting the files of ${library}`,
  find_duplicates: () => 'Looking for duplicates',
  rebuild_search: () => 'Making the index of search anew',
  renumber_series: () => 'Numbering books anew',
  reprocess_titles: () => 'Titling series anew',
  edit_metadata: () => 'Editing metadata of many',
  export_series: () => 'Exporting a library',
  cleanup_series_exports: () => 'Cleaning up exports',
  create_backup: () => 'Making a backup',
  check_backup: () => 'Checking a backup',
  empty_trash: () => 'Emptying the trash',
  drill_backup: () => 'Restoring a backup for practice',
  add_backup: () => 'Checking an added backup',
  restore_backup: () => 'Restoring a backup',
  look_through_imports: () => 'Looking through the import folder',
  import_files: () => 'Importing files',
  send_mail: () => 'Sending a mail',
  plan_notices: () => 'Collecting notifications',
  send_notice: () => 'Sending a notification',
};

export const TASK_KINDS = [
  ['scan_library', 'Scans'],
  ['analyze_library', 'Preparing books'],
  ['analyze_series', 'Series read again'],
  ['analyze_book', 'Books read again'],
  ['generate_thumbnails', 'Covers'],
  ['hash_library', 'Fingerprints of files'],
  ['find_duplicates', 'Search for duplicates'],
  ['rebuild_search', 'Index of search'],
  ['renumber_series', 'Numbers of books'],
  ['reprocess_titles', 'Titles of series'],
  ['cleanup_orphaned_files', 'Clean-up of covers'],
  ['edit_metadata', 'Edits of many'],
  ['export_series', 'Exports'],
  ['cleanup_series_exports', 'Clean-up of exports'],
  ['create_backup', 'Backups'],
  ['check_backup', 'Checks of backups'],
  ['empty_trash', 'Emptying of the trash'],
  ['drill_backup', 'Drills of backups'],
  ['add_backup', 'Added backups'],
  ['restore_backup', 'Restores of backups'],
  ['look_through_imports', 'Looks through the import folder'],
  ['import_files', 'Imports of files'],
  ['send_mail', 'Mails'],
  ['plan_notices', 'Collecting notifications'],
  ['send_notice', 'Notifications'],
] as const;

/** Parameters of a task besides its subject. */
export function taskScope({ params }: Pick<Named, 'params'>): TaskScope {
  if (typeof params !== 'object' || params === null || Array.isArray(params)) return { folders: [], deep: false };
  const { folders, mode } = params;
  const named = Array.isArray(folders) ? folders.filter((folder) => typeof folder === 'string' && folder !== '') : [];
  return { folders: named.map(String), deep: mode === 'deep' };
}

/** "the folder “Akira”", "3 folders". */
export function folderWords(folders: readonly string[]): string {
  return folders.length === 1 ? `the folder “${folders[0] ?? ''}”` : formatCount(folders.length, 'folder');
}

/** A task as a sentence; names of deleted items are missing. */
export function taskSentence({ taskType, libraryName, seriesTitle, bookTitle, params }: Named): string {
  const names = {
    ...taskScope({ params }),
    library: libraryName ?? 'a removed library',
    series: seriesTitle === null ? 'a removed series' : `“${seriesTitle}”`,
    book: bookTitle === null ? 'a removed book' : `“${bookTitle}”`,
    covers: formatCovers({ libraryName, seriesTitle, bookTitle }),
  };
  return SENTENCES[taskType]?.(names) ?? 'Other work';
}

function formatCovers({ libraryName, seriesTitle, bookTitle }: Omit<Named, 'taskType'>): string {
  if (bookTitle !== null) return `the cover of “${bookTitle}”`;
  if (seriesTitle !== null) return `covers of “${seriesTitle}”`;
  return libraryName === null ? 'covers' : `covers of ${libraryName}`;
}

/** "320 of 1,900, 2 min left"; empty while nothing is known. */
export function taskProgressWords(task: Pick<Task, 'progress' | 'startedAt'>, nowAt: number): string {
  const { progress, startedAt } = task;
  if (progress === null || progress.total === 0) return '';
  const counted = `${formatNumber(progress.current)} of ${formatNumber(progress.total)}`;
  const leftMs = startedAt === null ? undefined : timeLeft(progress, nowAt - Date.parse(startedAt));
  return leftMs === undefined ? counted : `${counted}, ${formatDuration(leftMs)} left`;
}

const TRUSTED_AFTER_MS = 5000;

/** Extrapolates from the speed so far, after a minimum time. */
function timeLeft({ current, total }: { current: number; total: number }, passedMs: number): number | undefined {
  if (current === 0 || current >= total || passedMs < TRUSTED_AFTER_MS) return undefined;
  return (passedMs / current) * (total - current);
}

/** 0 to 1; undefined while the total is unknown. */
export function taskShare({ progress }: Pick<Task, 'progress'>): number | undefined {
  return progress === null || progress.total === 0 ? undefined : progress.current / progress.total;
}
