import { createHash } from 'node:crypto';
import { z } from 'zod';
import { joinScans, StoredScan } from './join-scans.ts';
import type { CoverTask, TaskPayload, TaskType, TitleTask } from './task-payloads.ts';

/** The row that a task is about, for lists; the task is deleted with it. */
export interface TaskSubject {
  readonly libraryId?: string;
  readonly seriesId?: string;
  readonly bookId?: string;
}

const Ids = z.array(z.string()).readonly().optional();

/** A short key of the set of covers. */
function coverTarget({ of, force, bookIds, seriesIds, libraryIds }: CoverTask): string {
  return `${of}-${force ? 'all' : 'missing'}-${hashSets([bookIds, seriesIds, libraryIds])}`;
}

/** A key of sets of ids, in any order. */
function hashSets(sets: readonly (readonly string[] | undefined)[]): string {
  const sorted = sets.map((ids) => ids?.toSorted() ?? null);
  return createHash('sha256').update(JSON.stringify(sorted)).digest('hex').slice(0, 32);
}

function only(ids: readonly string[] | undefined): string | undefined {
  return ids?.length === 1 ? ids[0] : undefined;
}

/** The one book, series or library whose covers are drawn. */
function coverSubject({ bookIds, seriesIds, libraryIds }: Partial<CoverTask>): TaskSubject {
  const [bookId, seriesId, libraryId] = [only(bookIds), only(seriesIds), only(libraryIds)];
  return {
    ...(bookId === undefined ? {} : { bookId }),
    ...(seriesId === undefined ? {} : { seriesId }),
    ...(libraryId === undefined ? {} : { libraryId }),
  };
}

interface TaskKind<Payload> {
  readonly payload: z.ZodType<Payload>;
  /** At most one task of a kind and target waits; at most one runs. */
  readonly target: (payload: Payload) => string;
  readonly subject: (payload: Payload) => TaskSubject;
  /** Merges the payloads of two waiting tasks with one target; without it the later payload wins. */
  readonly join?: (waiting: Payload, asked: Payload) => Payload;
  /** Higher runs first. From `URGENT` on a user waits for it, and a worker is reserved for it. */
  readonly priority: number;
  /** Runs at most, errors counted; an end of the process does not count. 3 unless given. */
  readonly attempts?: number;
  /** Works until nothing is left: queued while it runs, it looks once more instead. */
  readonly drains?: boolean;
}

/** Tasks from this priority on never wait behind a scan or the analysis of a library. */
export const URGENT = 700;

const ofServer = { payload: z.object({}), target: () => '', subject: () => ({}) };

const ofLibrary = {
  payload: z.object({ libraryId: z.string() }),
  target: ({ libraryId }: { readonly libraryId: string }) => libraryId,
  subject: ({ libraryId }: { readonly libraryId: string }) => ({ libraryId }),
};

const ofSeries = {
  target: ({ seriesIds, libraryIds }: TitleTask) => hashSets([seriesIds, libraryIds]),
  subject: (task: TitleTask) => coverSubject({ ...task, bookIds: undefined }),
};

/**
 * Every kind of background task. Work on many books is one task that takes a few books at a time from the database, so
 * that queuing it costs one row.
 */
export const TASKS: { readonly [Type in TaskType]: TaskKind<TaskPayload<Type>> } = {
  analyze_book: {
    payload: z.object({ bookId: z.string() }),
    target: ({ bookId }) => bookId,
    subject: ({ bookId }) => ({ bookId }),
    priority: 750,
  },
  analyze_series: {
    payload: z.object({ seriesId: z.string() }),
    target: ({ seriesId }) => seriesId,
    subject: ({ seriesId }) => ({ seriesId }),
    priority: 720,
  },
  scan_library: {
    payload: StoredScan,
    join: joinScans,
    target: ({ libraryId }) => libraryId,
    subject: ({ libraryId }) => ({ libraryId }),
    priority: 600,
  },
  /** Every book of a library that waits for analysis. */
  analyze_library: { ...ofLibrary, priority: 500, drains: true },
  /** Full hashes of a library's books, at the lowest priority. */
  hash_library: { ...ofLibrary, priority: 50, drains: true },
  renumber_series: { ...ofSeries, payload: z.object({ seriesIds: Ids }), priority: 460 },
  reprocess_titles: { ...ofSeries, payload: z.object({ seriesIds: Ids, libraryIds: Ids }), priority: 450 },
  edit_metadata: {
    payload: z.object({ actionId: z.string() }),
    target: ({ actionId }) => actionId,
    subject: () => ({}),
    priority: 650,
  },
  /** A file of what a user sees of the catalog. Not urgent, so that it blocks no urgent task. */
  export_series: {
    payload: z.object({ exportId: z.string(), userId: z.string().optional() }),
    target: ({ exportId }) => exportId,
    subject: () => ({}),
    priority: 690,
  },
  cleanup_series_exports: { ...ofServer, priority: 100 },
  generate_thumbnails: {
    payload: z.object({
      of: z.enum(['books', 'series']),
      force: z.boolean(),
      bookIds: Ids,
      seriesIds: Ids,
      libraryIds: Ids,
    }),
    target: coverTarget,
    subject: coverSubject,
    priority: 380,
  },
  find_duplicates: { ...ofServer, priority: 300 },
  poll_release_source: {
    payload: z.object({ sourceId: z.string() }),
    target: ({ sourceId }) => sourceId,
    subject: () => ({}),
    priority: 340,
  },
  rebuild_search: { ...ofServer, priority: 290 },
  /** A waiting one serves all that ask. */
  create_backup: {
    payload: z.object({ reason: z.enum(['manual', 'scheduled']) }),
    target: () => '',
    subject: () => ({}),
    priority: 680,
    attempts: 2,
  },
  check_backup: {
    payload: z.object({ backupId: z.string() }),
    target: ({ backupId }) => backupId,
    subject: () => ({}),
    priority: 670,
    attempts: 1,
  },
  empty_trash: { ...ofServer, priority: 50 },
  add_backup: {
    payload: z.object({ backupId: z.string() }),
    target: ({ backupId }) => backupId,
    subject: () => ({}),
    priority: 675,
    attempts: 1,
  },
  drill_backup: { ...ofServer, priority: 60, attempts: 1 },
  /** One at a time. A pause of background work does not hold it up. */
  restore_backup: {
    payload: z.object({ backupId: z.string() }),
    target: () => '',
    subject: () => ({}),
    priority: 770,
    attempts: 1,
  },
  send_mail: {
    payload: z.object({ name: z.string(), sealed: z.string() }),
    target: ({ name }) => name,
    subject: () => ({}),
    priority: 760,
    attempts: 5,
  },
  look_through_imports: { ...ofServer, priority: 330 },
  /** Files of the import folder that an admin accepted. */
  import_files: { ...ofServer, priority: 640 },
  plan_notices: { ...ofServer, priority: 640 },
  /** Its waits between attempts grow to some hours: a receiver may be away for an evening. */
  send_notice: {
    payload: z.object({ deliveryId: z.string() }),
    target: ({ deliveryId }) => deliveryId,
    subject: () => ({}),
    priority: 640,
    attempts: 6,
  },
  cleanup_orphaned_files: { ...ofServer, priority: 20 },
};

/** Whether this release knows a stored type. */
export function isTaskType(type: string): type is TaskType {
  return Object.hasOwn(TASKS, type);
}
