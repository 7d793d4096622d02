import { plural, t } from '@lingui/core/macro';
import type { Task } from '@lectern/contract';
import { formatDuration, formatNumber } from '#lib/format.ts';

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
    if (folders.length > 0) return t`Scanning ${folderWords(folders)} of ${library}`;
    return deep ? t`Reading every file of ${library} again` : t`Scanning ${library}`;
  },
  analyze_library: ({ library }) => t`Preparing the books of ${library}`,
  analyze_series: ({ series }) => t`Reading the files of ${series} again`,
  analyze_book: ({ book }) => t`Reading the file of ${book} again`,
  generate_thumbnails: ({ covers }) => t`Making ${covers}`,
  cleanup_orphaned_files: () => t`Cleaning up covers`,
  hash_library: ({ library }) => t`Fingerprinting the files of ${library}`,
  find_duplicates: () => t`Looking for duplicates`,
  rebuild_search: () => t`Making the index of search anew`,
  renumber_series: () => t`Numbering books anew`,
  reprocess_titles: () => t`Titling series anew`,
  edit_metadata: () => t`Editing metadata of many`,
  export_series: () => t`Exporting a library`,
  cleanup_series_exports: () => t`Cleaning up exports`,
  create_backup: () => t`Making a backup`,
  check_backup: () => t`Checking a backup`,
  empty_trash: () => t`Emptying the trash`,
  drill_backup: () => t`Restoring a backup for practice`,
  add_backup: () => t`Checking an added backup`,
  restore_backup: () => t`Restoring a backup`,
  look_through_imports: () => t`Looking through the import folder`,
  import_files: () => t`Importing files`,
  send_mail: () => t`Sending a mail`,
  plan_notices: () => t`Collecting notifications`,
  send_notice: () => t`Sending a notification`,
};

export const TASK_KINDS = [
  ['scan_library', t`Scans`],
  ['analyze_library', t`Preparing books`],
  ['analyze_series', t`Series read again`],
  ['analyze_book', t`Books read again`],
  ['generate_thumbnails', t`Covers`],
  ['hash_library', t`Fingerprints of files`],
  ['find_duplicates', t`Search for duplicates`],
  ['rebuild_search', t`Index of search`],
  ['renumber_series', t`Numbers of books`],
  ['reprocess_titles', t`Titles of series`],
  ['cleanup_orphaned_files', t`Clean-up of covers`],
  ['edit_metadata', t`Edits of many`],
  ['export_series', t`Exports`],
  ['cleanup_series_exports', t`Clean-up of exports`],
  ['create_backup', t`Backups`],
  ['check_backup', t`Checks of backups`],
  ['empty_trash', t`Emptying of the trash`],
  ['drill_backup', t`Drills of backups`],
  ['add_backup', t`Added backups`],
  ['restore_backup', t`Restores of backups`],
  ['look_through_imports', t`Looks through the import folder`],
  ['import_files', t`Imports of files`],
  ['send_mail', t`Mails`],
  ['plan_notices', t`Collecting notifications`],
  ['send_notice', t`Notifications`],
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
  return folders.length === 1
    ? t`the folder “${folders[0] ?? ''}”`
    : plural(folders.length, { one: '# folder', other: '# folders' });
}

/** A task as a sentence; names of deleted items are missing. */
export function taskSentence({ taskType, libraryName, seriesTitle, bookTitle, params }: Named): string {
  const names = {
    ...taskScope({ params }),
    library: libraryName ?? t`a removed library`,
    series: seriesTitle === null ? t`a removed series` : `“${seriesTitle}”`,
    book: bookTitle === null ? t`a removed book` : `“${bookTitle}”`,
    covers: formatCovers({ libraryName, seriesTitle, bookTitle }),
  };
  return SENTENCES[taskType]?.(names) ?? t`Other work`;
}

function formatCovers({ libraryName, seriesTitle, bookTitle }: Omit<Named, 'taskType'>): string {
  if (bookTitle !== null) return t`the cover of “${bookTitle}”`;
  if (seriesTitle !== null) return t`covers of “${seriesTitle}”`;
  return libraryName === null ? 'covers' : t`covers of ${libraryName}`;
}

/** "320 of 1,900, 2 min left"; empty while nothing is known. */
export function taskProgressWords(task: Pick<Task, 'progress' | 'startedAt'>, nowAt: number): string {
  const { progress, startedAt } = task;
  if (progress === null || progress.total === 0) return '';
  const counted = t`${formatNumber(progress.current)} of ${formatNumber(progress.total)}`;
  const leftMs = startedAt === null ? undefined : timeLeft(progress, nowAt - Date.parse(startedAt));
  return leftMs === undefined ? counted : t`${counted}, ${formatDuration(leftMs)} left`;
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
