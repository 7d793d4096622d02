import { createHash } from 'node:crypto';
import { z } from 'zod';
import { joinScans, type ScanTask, StoredScan } from './join-scans.ts';

/** What a task is about, for lists and for clean-up: it goes with the row it names. */
export interface TaskSubject {
  readonly libraryId?: string;
  readonly seriesId?: string;
  readonly bookId?: string;
}

/** Which covers are drawn again. */
export interface CoverTask {
  /** Covers of books, or only those that series show. */
  readonly of: 'books' | 'series';
  /** Also those that are there. */
  readonly force: boolean;
  /** At most one of the three is given; without any, everything. */
  readonly bookIds?: readonly string[] | undefined;
  readonly seriesIds?: readonly string[] | undefined;
  readonly libraryIds?: readonly string[] | undefined;
}

/** Series that are numbered again; without ids all that wait for it. */
export interface SeriesTask {
  readonly seriesIds?: readonly string[] | undefined;
}

/** Series that are titled again; at most one of the two is given, without any all are. */
export interface TitleTask extends SeriesTask {
  readonly libraryIds?: readonly string[] | undefined;
}

/** A mail, sealed: the list of tasks is for more people than the address. */
export interface MailTask {
  /** The same for the same mail. */
  readonly name: string;
  readonly sealed: string;
}

/** What each kind of task is told: ids only, what they name is read when the task runs. */
interface TaskPayloads {
  readonly analyze_book: { readonly bookId: string };
  readonly analyze_series: { readonly seriesId: string };
  readonly scan_library: ScanTask;
  readonly analyze_library: { readonly libraryId: string };
  readonly hash_library: { readonly libraryId: string };
  readonly renumber_series: SeriesTask;
  readonly reprocess_titles: TitleTask;
  /** An edit of many, which waits under the name of its action. */
  readonly edit_metadata: { readonly actionId: string };
  readonly generate_thumbnails: CoverTask;
  readonly find_duplicates: Readonly<Record<string, never>>;
  readonly cleanup_orphaned_files: Readonly<Record<string, never>>;
  readonly rebuild_search: Readonly<Record<string, never>>;
  readonly poll_release_source: { readonly sourceId: string };
  /** Its task is shown to the user, whom those of earlier releases do not name. */
  readonly export_series: { readonly exportId: string; readonly userId?: string | undefined };
  readonly cleanup_series_exports: Readonly<Record<string, never>>;
  readonly send_mail: MailTask;
}

const Ids = z.array(z.string()).readonly().optional();

/** Names the set of covers: short, whatever its length. */
function coverTarget({ of, force, bookIds, seriesIds, libraryIds }: CoverTask): string {
  return `${of}-${force ? 'all' : 'missing'}-${hashOf([bookIds, seriesIds, libraryIds])}`;
}

/** Names sets of ids in any order. */
function hashOf(sets: readonly (readonly string[] | undefined)[]): string {
  const sorted = sets.map((ids) => ids?.toSorted() ?? null);
  return createHash('sha256').update(JSON.stringify(sorted)).digest('hex').slice(0, 32);
}

function only(ids: readonly string[] | undefined): string | undefined {
  return ids?.length === 1 ? ids[0] : undefined;
}

/** The one book, series or library whose covers they are. */
function coverSubject({ bookIds, seriesIds, libraryIds }: Partial<CoverTask>): TaskSubject {
  const [bookId, seriesId, libraryId] = [only(bookIds), only(seriesIds), only(libraryIds)];
  return {
    ...(bookId === undefined ? {} : { bookId }),
    ...(seriesId === undefined ? {} : { seriesId }),
    ...(libraryId === undefined ? {} : { libraryId }),
  };
}

export type TaskType = keyof TaskPayloads;
export type TaskPayload<Type extends TaskType> = TaskPayloads[Type];

interface TaskKind<Payload> {
  readonly payload: z.ZodType<Payload>;
  /** Two waiting tasks of one kind with one target are one task; two running ones never are. */
  readonly target: (payload: Payload) => string;
  readonly subject: (payload: Payload) => TaskSubject;
  /** What one task does in place of two with one target, the one that waits given first; else the latter takes its place. */
  readonly join?: (waiting: Payload, asked: Payload) => Payload;
  /** Higher runs first. From `URGENT` on someone waits for it, and a worker of its own is kept ready. */
  readonly priority: number;
  /** Runs at most, errors counted; an end of the process does not count. */
  readonly attempts: number;
  /** Does whatever waits in the database until nothing is left: queued while it runs, it looks once more instead. */
  readonly drains?: boolean;
}

/** Tasks with at least this priority never wait behind a scan or an analysis of a whole library. */
export const URGENT = 700;

const ofLibrary = {
  payload: z.object({ libraryId: z.string() }),
  target: ({ libraryId }: { readonly libraryId: string }) => libraryId,
  subject: ({ libraryId }: { readonly libraryId: string }) => ({ libraryId }),
};

const ofSeries = {
  target: ({ seriesIds, libraryIds }: TitleTask) => hashOf([seriesIds, libraryIds]),
  subject: (task: TitleTask) => coverSubject({ ...task, bookIds: undefined }),
};

/**
 * Every kind of background task. Work on many books is one task that takes them from the database a few at a time, so that
 * queuing it for a whole library costs one row.
 */
export const TASKS: { readonly [Type in TaskType]: TaskKind<TaskPayload<Type>> } = {
  /** One book, because someone asked. */
  analyze_book: {
    payload: z.object({ bookId: z.string() }),
    target: ({ bookId }) => bookId,
    subject: ({ bookId }) => ({ bookId }),
    priority: 750,
    attempts: 3,
  },
  /** All books of a series, because someone asked. */
  analyze_series: {
    payload: z.object({ seriesId: z.string() }),
    target: ({ seriesId }) => seriesId,
    subject: ({ seriesId }) => ({ seriesId }),
    priority: 720,
    attempts: 3,
  },
  scan_library: {
    payload: StoredScan,
    join: joinScans,
    target: ({ libraryId }) => libraryId,
    subject: ({ libraryId }) => ({ libraryId }),
    priority: 600,
    attempts: 3,
  },
  /** Every book of a library that waits for it. */
  analyze_library: { ...ofLibrary, priority: 500, attempts: 3, drains: true },
  /** Full hashes of a library's books, when nothing else is to do. */
  hash_library: { ...ofLibrary, priority: 50, attempts: 3, drains: true },
  /** Books of series are titled and numbered again. */
  renumber_series: { ...ofSeries, payload: z.object({ seriesIds: Ids }), priority: 460, attempts: 3 },
  /** Titles of series are made again from the names of their folders. */
  reprocess_titles: { ...ofSeries, payload: z.object({ seriesIds: Ids, libraryIds: Ids }), priority: 450, attempts: 3 },
  /** The same done to the metadata of many books or series, because someone asked. */
  edit_metadata: {
    payload: z.object({ actionId: z.string() }),
    target: ({ actionId }) => actionId,
    subject: () => ({}),
    priority: 650,
    attempts: 3,
  },
  /** A file of what a user sees of the catalog, which they wait for. It keeps no worker from what is urgent. */
  export_series: {
    payload: z.object({ exportId: z.string(), userId: z.string().optional() }),
    target: ({ exportId }) => exportId,
    subject: () => ({}),
    priority: 690,
    attempts: 3,
  },
  /** Exports that have expired or are too many, and files that belong to none. */
  cleanup_series_exports: {
    payload: z.object({}),
    target: () => '',
    subject: () => ({}),
    priority: 100,
    attempts: 3,
  },
  /** Covers that are missing, or all of a set. */
  generate_thumbnails: {
    payload: z.object({
      of: z.enum(['books', 'series']),
      force: z.boolean(),
      ...{ bookIds: Ids, seriesIds: Ids, libraryIds: Ids },
    }),
    target: coverTarget,
    subject: coverSubject,
    priority: 380,
    attempts: 3,
  },
  /** Groups of equal files and of series that look alike, with the checksums that are missing for it. */
  find_duplicates: {
    payload: z.object({}),
    target: () => '',
    subject: () => ({}),
    priority: 300,
    attempts: 3,
  },
  /** A feed of releases, by schedule. */
  poll_release_source: {
    payload: z.object({ sourceId: z.string() }),
    target: ({ sourceId }) => sourceId,
    subject: () => ({}),
    priority: 340,
    attempts: 3,
  },
  /** The index of search, made again. */
  rebuild_search: {
    payload: z.object({}),
    target: () => '',
    subject: () => ({}),
    priority: 290,
    attempts: 3,
  },
  /** A mail that a user waits for. */
  send_mail: {
    payload: z.object({ name: z.string(), sealed: z.string() }),
    target: ({ name }) => name,
    subject: () => ({}),
    priority: 760,
    attempts: 5,
  },
  /** Files of covers that nothing names any more. */
  cleanup_orphaned_files: {
    payload: z.object({}),
    target: () => '',
    subject: () => ({}),
    priority: 20,
    attempts: 3,
  },
};

/** Whether a stored type is one this release knows. */
export function isTaskType(type: string): type is TaskType {
  return Object.hasOwn(TASKS, type);
}
