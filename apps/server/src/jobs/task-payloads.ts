import type { ScanTask } from './join-scans.ts';

/** Covers to draw again. */
export interface CoverTask {
  /** Covers of books, or only the ones that series show. */
  readonly of: 'books' | 'series';
  readonly force: boolean;
  /** At most one of the three lists is given; none for everything. */
  readonly bookIds?: readonly string[] | undefined;
  readonly seriesIds?: readonly string[] | undefined;
  readonly libraryIds?: readonly string[] | undefined;
}

/** Series to number again; without ids all that wait for it. */
export interface SeriesTask {
  readonly seriesIds?: readonly string[] | undefined;
}

/** Series to title again; at most one list is given, none for all. */
export interface TitleTask extends SeriesTask {
  readonly libraryIds?: readonly string[] | undefined;
}

/** A sealed mail: more people see the list of tasks than may see the address. */
export interface MailTask {
  /** Key that is equal for equal mails. */
  readonly name: string;
  readonly sealed: string;
}

/** The payload of each kind of task: ids only, the rest is read when the task runs. */
interface TaskPayloads {
  readonly analyze_book: { readonly bookId: string };
  readonly analyze_series: { readonly seriesId: string };
  readonly scan_library: ScanTask;
  readonly analyze_library: { readonly libraryId: string };
  readonly hash_library: { readonly libraryId: string };
  readonly renumber_series: SeriesTask;
  readonly reprocess_titles: TitleTask;
  readonly edit_metadata: { readonly actionId: string };
  readonly generate_thumbnails: CoverTask;
  readonly find_duplicates: Readonly<Record<string, never>>;
  readonly cleanup_orphaned_files: Readonly<Record<string, never>>;
  readonly rebuild_search: Readonly<Record<string, never>>;
  readonly poll_release_source: { readonly sourceId: string };
  /** The user sees the task; missing in tasks of earlier releases. */
  readonly export_series: { readonly exportId: string; readonly userId?: string | undefined };
  readonly cleanup_series_exports: Readonly<Record<string, never>>;
  readonly create_backup: { readonly reason: 'manual' | 'scheduled' };
  readonly check_backup: { readonly backupId: string };
  readonly empty_trash: Readonly<Record<string, never>>;
  readonly drill_backup: Readonly<Record<string, never>>;
  /** Without passphrases, which stay in the memory of the process. */
  readonly restore_backup: { readonly backupId: string };
  readonly add_backup: { readonly backupId: string };
  readonly send_mail: MailTask;
  readonly look_through_imports: Readonly<Record<string, never>>;
  readonly import_files: Readonly<Record<string, never>>;
  readonly plan_notices: Readonly<Record<string, never>>;
  readonly send_notice: { readonly deliveryId: string };
}

export type TaskType = keyof TaskPayloads;
export type TaskPayload<Type extends TaskType> = TaskPayloads[Type];
