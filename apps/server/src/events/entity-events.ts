import type {
  EntityEvent,
  ProgressEvent,
  RatingEvent,
  ReleaseAnnouncedEvent,
  ReleaseSourcePolledEvent,
  SeriesPurgedEvent,
  WantToReadEvent,
} from '@lectern/contract';

/** Where a book is in the catalog. */
export interface BookPlace {
  readonly id: string;
  readonly seriesId: string;
  readonly libraryId: string;
}

/** Where a series is in the catalog. */
interface SeriesPlace {
  readonly id: string;
  readonly libraryId: string;
}

/** Something that went from one library to another: who may see only one of them hears that it came, or that it is gone. */
export interface LibraryMove {
  readonly type: 'moved';
  /** For those who may see both. */
  readonly updated: EntityEvent;
  /** For those who may see only where it is now; undefined when they are told by something else, or not at all. */
  readonly created: EntityEvent | undefined;
  /** For those who may see only where it was. */
  readonly deleted: EntityEvent;
}

/** A series got other sharing tags: who sees it by one set only hears that it came, or that it is gone. */
export interface SharingChange {
  readonly type: 'shared';
  /** For those who saw it and go on seeing it. */
  readonly updated: EntityEvent;
  /** For those who see it from now on. */
  readonly created: EntityEvent;
  /** For those who saw it until now. */
  readonly deleted: EntityEvent;
  readonly libraryId: string;
  /** Ids of tags. */
  readonly before: readonly string[];
  readonly after: readonly string[];
}

/** What use cases tell. */
export type Told = EntityEvent | SeriesPurgedEvent | LibraryMove | SharingChange;

const now = (): string => new Date().toISOString();

/**
 * An event about a book, stamped with the present time.
 * @param fields names of what changed, for `book_updated`
 */
export function bookEvent(
  type: 'book_created' | 'book_updated' | 'book_deleted',
  { id, seriesId, libraryId }: BookPlace,
  fields?: readonly string[],
): EntityEvent {
  const event = { book_id: id, series_id: seriesId, library_id: libraryId, timestamp: now() };
  return type === 'book_updated' && fields !== undefined ? { type, ...event, fields } : { type, ...event };
}

/** An event about a series, stamped with the present time. */
export function seriesEvent(
  type: 'series_created' | 'series_updated' | 'series_deleted',
  { id, libraryId }: SeriesPlace,
  fields?: readonly string[],
): EntityEvent {
  const event = { series_id: id, library_id: libraryId, timestamp: now() };
  return type === 'series_updated' && fields !== undefined ? { type, ...event, fields } : { type, ...event };
}

/** Tells that the cover of a series or library is another one now. */
export function coverEvent(entity: 'series' | 'library', id: string, libraryId: string): EntityEvent {
  return { type: 'cover_updated', entity_type: entity, entity_id: id, library_id: libraryId, timestamp: now() };
}

/** Tells that the cover of a book is another one now. */
export function bookCoverEvent({ id, seriesId, libraryId }: BookPlace): EntityEvent {
  const place = { entity_id: id, series_id: seriesId, library_id: libraryId };
  return { type: 'cover_updated', entity_type: 'book', ...place, timestamp: now() };
}

/** Tells that books of a series were removed for good, and how many. */
export function purgedEvent({ id, libraryId }: SeriesPlace, count: number): SeriesPurgedEvent {
  return { type: 'series_bulk_purged', series_id: id, library_id: libraryId, count, timestamp: now() };
}

/**
 * Tells that a book went to another library.
 * @param from where it was
 * @param to where it is
 * @param fields names of what changed
 */
export function bookMove(from: BookPlace, to: BookPlace, fields: readonly string[]): LibraryMove {
  return {
    type: 'moved',
    updated: bookEvent('book_updated', to, fields),
    created: bookEvent('book_created', to),
    deleted: bookEvent('book_deleted', from),
  };
}

/** Tells that a series went to another library, with its books. */
export function seriesMove(id: string, from: string, to: string, fields: readonly string[]): LibraryMove {
  return {
    type: 'moved',
    updated: seriesEvent('series_updated', { id, libraryId: to }, fields),
    created: seriesEvent('series_created', { id, libraryId: to }),
    deleted: seriesEvent('series_deleted', { id, libraryId: from }),
  };
}

/**
 * Tells that a series has other sharing tags.
 * @param tags ids of those that it had and has
 * @param fields names of what changed
 */
export function sharingChange(
  series: SeriesPlace,
  tags: Pick<SharingChange, 'before' | 'after'>,
  fields: readonly string[],
): SharingChange {
  return {
    type: 'shared',
    updated: seriesEvent('series_updated', series, fields),
    created: seriesEvent('series_created', series),
    deleted: seriesEvent('series_deleted', series),
    libraryId: series.libraryId,
    before: tags.before,
    after: tags.after,
  };
}

/** Tells a user's clients that they are somewhere else in a book, or that their place was forgotten. */
export function bookProgressEvent(
  type: ProgressEvent['type'],
  userId: string,
  { id, seriesId, libraryId }: BookPlace,
): ProgressEvent {
  return { type, user_id: userId, book_id: id, series_id: seriesId, library_id: libraryId, timestamp: now() };
}

/** The same of the books of a series. */
export function seriesProgressEvent(
  type: ProgressEvent['type'],
  userId: string,
  { id, libraryId }: SeriesPlace,
): ProgressEvent {
  return { type, user_id: userId, book_id: null, series_id: id, library_id: libraryId, timestamp: now() };
}

/** Tells a user's clients that they want to read something else than before. */
export function wantToReadEvent(userId: string): WantToReadEvent {
  return { type: 'want_to_read_updated', user_id: userId, timestamp: now() };
}

/** Tells a user's clients that they rate a series otherwise than before. */
export function ratingEvent(userId: string, { id, libraryId }: SeriesPlace): RatingEvent {
  return { type: 'rating_updated', user_id: userId, series_id: id, library_id: libraryId, timestamp: now() };
}

/** What is told of a release. */
interface AnnouncedRelease {
  readonly id: string;
  readonly seriesId: string;
  readonly sourceId: string;
  readonly pluginId: string;
  readonly chapter?: number | null | undefined;
  readonly volume?: number | null | undefined;
  readonly language?: string | null | undefined;
}

/** Tells that a release of a series came out. */
export function releaseAnnounced(
  { id, seriesId, sourceId, pluginId, chapter, volume, language }: AnnouncedRelease,
  series: { readonly title: string; readonly libraryId: string },
): ReleaseAnnouncedEvent {
  return {
    type: 'release_announced',
    ledger_id: id,
    series_id: seriesId,
    library_id: series.libraryId,
    series_title: series.title,
    source_id: sourceId,
    plugin_id: pluginId,
    chapter: chapter ?? null,
    volume: volume ?? null,
    language: language ?? null,
    timestamp: new Date().toISOString(),
  };
}

/** Tells that a source was asked. */
export function releaseSourcePolled(
  { id, pluginId }: { readonly id: string; readonly pluginId: string },
  hadError: boolean,
): ReleaseSourcePolledEvent {
  return {
    type: 'release_source_polled',
    source_id: id,
    plugin_id: pluginId,
    had_error: hadError,
    timestamp: new Date().toISOString(),
  };
}
