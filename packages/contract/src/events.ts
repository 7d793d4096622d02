/** Server-sent events, snake_case on the wire. `timestamp` is RFC 3339. */
interface Stamped {
  readonly timestamp: string;
}

interface BookEventFields extends Stamped {
  readonly book_id: string;
  readonly series_id: string;
  readonly library_id: string;
}

interface SeriesEventFields extends Stamped {
  readonly series_id: string;
  readonly library_id: string;
}

export type EntityEvent =
  | ({ readonly type: 'book_created' | 'book_deleted' } & BookEventFields)
  | ({ readonly type: 'book_updated'; readonly fields?: readonly string[] } & BookEventFields)
  | ({ readonly type: 'series_created' | 'series_deleted' } & SeriesEventFields)
  | ({ readonly type: 'series_updated'; readonly fields?: readonly string[] } & SeriesEventFields)
  | ({
      readonly type: 'library_created' | 'library_updated' | 'library_deleted';
      readonly library_id: string;
    } & Stamped)
  | ({
      readonly type: 'cover_updated';
      readonly entity_type: 'book' | 'series' | 'library';
      readonly entity_id: string;
      readonly library_id: string;
      readonly series_id?: string;
    } & Stamped);

/** Books marked as deleted were purged from a series that keeps others; each has its own `book_deleted`. */
export interface SeriesPurgedEvent extends SeriesEventFields {
  readonly type: 'series_bulk_purged';
  readonly count: number;
}

/** Groups of duplicates changed; sent on the entity stream. */
export interface DuplicatesEvent extends Stamped {
  readonly type: 'duplicates_updated';
}

/** Findings about the health of the server came, went or changed; sent to admins. */
export interface HealthUpdatedEvent extends Stamped {
  readonly type: 'health_updated';
}

/** A release of a series was published. */
export interface ReleaseAnnouncedEvent extends SeriesEventFields {
  readonly type: 'release_announced';
  readonly ledger_id: string;
  readonly series_title: string;
  readonly source_id: string;
  readonly plugin_id: string;
  /** Highest chapter; null when unknown. */
  readonly chapter: number | null;
  readonly volume: number | null;
  readonly language: string | null;
}

/** A release source was polled; sent to viewers without restrictions. */
export interface ReleaseSourcePolledEvent extends Stamped {
  readonly type: 'release_source_polled';
  readonly source_id: string;
  readonly plugin_id: string;
  readonly had_error: boolean;
}

/** A collection was created, changed or deleted; sent to viewers who may see it. */
export interface CollectionEvent extends Stamped {
  readonly type: 'collection_created' | 'collection_updated' | 'collection_deleted';
  readonly collection_id: string;
  readonly cover_changed?: true;
}

/** As `CollectionEvent`, for a read list. */
export interface ReadListEvent extends Stamped {
  readonly type: 'read_list_created' | 'read_list_updated' | 'read_list_deleted';
  readonly read_list_id: string;
  readonly cover_changed?: true;
}

/** A user's progress changed or was deleted; sent to that user only. */
export interface ProgressEvent extends SeriesEventFields {
  readonly type: 'progress_updated' | 'progress_deleted';
  readonly user_id: string;
  /** Null for all books of the series. */
  readonly book_id: string | null;
}

/** A user's want-to-read list changed; sent to that user only. */
export interface WantToReadEvent extends Stamped {
  readonly type: 'want_to_read_updated';
  readonly user_id: string;
}

/** A user's rating changed or was removed; sent to that user only. */
export interface RatingEvent extends SeriesEventFields {
  readonly type: 'rating_updated';
  readonly user_id: string;
}

/** Events for one user. */
export type PersonalEvent = ProgressEvent | WantToReadEvent | RatingEvent;

/**
 * First frame for a reconnecting client whose `Last-Event-ID` is too old: events were lost, so the client must fetch
 * again. Sent on every stream.
 */
export interface StreamResetEvent extends Stamped {
  readonly type: 'stream_reset';
}

export type EntityEventName = EntityEvent['type'];

export const ENTITY_EVENT_NAMES = [
  'book_created',
  'book_updated',
  'book_deleted',
  'series_created',
  'series_updated',
  'series_deleted',
  'library_created',
  'library_updated',
  'library_deleted',
  'cover_updated',
] as const satisfies readonly EntityEventName[];

/** Data of `event: task_progress` on /tasks/stream. */
export interface TaskProgressEvent extends Stamped {
  readonly task_id: string;
  readonly task_type: string;
  readonly status: 'pending' | 'running' | 'completed' | 'failed' | 'cancelled';
  readonly progress: { readonly current: number; readonly total: number; readonly message: string };
  readonly library_id: string | null;
  readonly series_id: string | null;
  readonly book_id: string | null;
  readonly error: string | null;
}

/** Data of `event: scan_progress` on /scans/stream: the scan status in snake_case. */
export interface ScanProgressEvent {
  readonly task_id: string;
  readonly library_id: string;
  readonly library_name: string;
  readonly mode: 'normal' | 'deep';
  readonly status: TaskProgressEvent['status'];
  readonly message: string;
  readonly files_total: number;
  readonly files_processed: number;
  readonly series_found: number;
  readonly books_found: number;
  readonly books_added: number;
  readonly books_updated: number;
  readonly books_moved: number;
  readonly books_deleted: number;
  readonly books_restored: number;
  readonly books_purged: number;
  readonly books_to_analyze: number;
  readonly pending_removals: number;
  readonly pending_removals_url: string | null;
  readonly watching: 'native' | 'poll' | 'waiting' | null;
  readonly warnings: readonly string[];
  readonly errors: readonly string[];
  readonly started_at: string;
  readonly completed_at: string | null;
}
