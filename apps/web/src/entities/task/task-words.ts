import { plural, t } from '@lingui/core/macro';
import type { Task } from '@lectern/contract';
import { formatDuration, formatNumber } from '#lib/format.ts';

type Named = Pick<Task, 'taskType' | 'libraryName' | 'seriesTitle' | 'bookTitle'> & {
  readonly params?: Task['params'] | undefined;
};

interface Names extends TaskScope {
  /** Null for deleted items, as the other names. */
  readonly library: string | null;
  readonly series: string | null;
  readonly book: string | null;
}

interface TaskScope {
  /** Folders relative to the library; empty for all of it. */
  readonly folders: readonly string[];
  /** Reads unchanged files again. */
  readonly deep: boolean;
}

const SENTENCES: Readonly<Record<string, (names: Names) => string>> = {
  scan_library: scanWords,
  analyze_library: ({ library }) =>
    library === null ? t`Analyzing the books of a deleted library` : t`Analyzing the books of ${library}`,
  analyze_series: ({ series }) =>
    series === null ? t`Analyzing a deleted series` : t`Analyzing the series “${series}”`,
  analyze_book: ({ book }) => (book === null ? t`Analyzing a deleted book` : t`Analyzing “${book}”`),
  generate_thumbnails: coverWords,
  cleanup_orphaned_files: () => t`Cleaning up covers`,
  hash_library: ({ library }) =>
    library === null ? t`Computing checksums of a deleted library` : t`Computing checksums of ${library}`,
  find_duplicates: () => t`Looking for duplicates`,
  rebuild_search: () => t`Rebuilding the search index`,
  renumber_series: () => t`Renumbering books`,
  reprocess_titles: () => t`Applying title rules to series`,
  edit_metadata: () => t`Editing metadata in bulk`,
  export_series: () => t`Creating an export`,
  cleanup_series_exports: () => t`Cleaning up exports`,
  create_backup: () => t`Creating a backup`,
  check_backup: () => t`Checking a backup`,
  empty_trash: () => t`Emptying the trash`,
  drill_backup: () => t`Restoring a backup as a test`,
  add_backup: () => t`Checking an added backup`,
  restore_backup: () => t`Restoring a backup`,
  look_through_imports: () => t`Checking the import folder`,
  import_files: () => t`Importing files`,
  poll_release_source: () => t`Checking a source for releases`,
  send_mail: () => t`Sending mail`,
  plan_notices: () => t`Collecting notifications`,
  send_notice: () => t`Sending a notification`,
};

export const TASK_KINDS = [
  ['scan_library', t`Scans`],
  ['analyze_library', t`Library analysis`],
  ['analyze_series', t`Series analysis`],
  ['analyze_book', t`Book analysis`],
  ['generate_thumbnails', t`Covers`],
  ['hash_library', t`Checksums`],
  ['find_duplicates', t`Duplicate search`],
  ['rebuild_search', t`Search index`],
  ['renumber_series', t`Book numbering`],
  ['reprocess_titles', t`Title rules`],
  ['cleanup_orphaned_files', t`Cover cleanup`],
  ['edit_metadata', t`Bulk edits`],
  ['export_series', t`Exports`],
  ['cleanup_series_exports', t`Export cleanup`],
  ['create_backup', t`Backups`],
  ['check_backup', t`Backup checks`],
  ['empty_trash', t`Trash cleanup`],
  ['drill_backup', t`Test restores`],
  ['add_backup', t`Added backups`],
  ['restore_backup', t`Restores`],
  ['look_through_imports', t`Import folder checks`],
  ['import_files', t`Imports`],
  ['poll_release_source', t`Release checks`],
  ['send_mail', t`Mail`],
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

/** A task as a sentence; names of deleted items are missing. */
export function taskSentence({ taskType, libraryName, seriesTitle, bookTitle, params }: Named): string {
  const names = { ...taskScope({ params }), library: libraryName, series: seriesTitle, book: bookTitle };
  return SENTENCES[taskType]?.(names) ?? t`Other work`;
}

function scanWords({ library, folders, deep }: Names): string {
  if (library === null) return t`Scanning a deleted library`;
  const [folder = ''] = folders;
  const count = folders.length;
  if (count === 1) return t`Scanning the folder “${folder}” of ${library}`;
  if (count > 1) return t`Scanning ${plural(count, { one: '# folder', other: '# folders' })} of ${library}`;
  return deep ? t`Reading every file of ${library} again` : t`Scanning ${library}`;
}

function coverWords({ library, series, book }: Names): string {
  if (book !== null) return t`Creating the cover of “${book}”`;
  if (series !== null) return t`Creating covers of “${series}”`;
  return library === null ? t`Creating covers` : t`Creating covers of ${library}`;
}

/** "320 of 1,900, 2 min left"; empty while nothing is known. */
export function taskProgressWords(task: Pick<Task, 'progress' | 'startedAt'>, nowAt: number): string {
  const { progress, startedAt } = task;
  if (progress === null || progress.total === 0) return '';
  const current = formatNumber(progress.current);
  const total = formatNumber(progress.total);
  const leftMs = startedAt === null ? undefined : timeLeft(progress, nowAt - Date.parse(startedAt));
  if (leftMs === undefined) return t`${current} of ${total}`;
  const left = formatDuration(leftMs);
  return t`${current} of ${total}, ${left} left`;
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
