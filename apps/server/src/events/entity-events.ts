import type { EntityEvent, ProgressEvent, RatingEvent, SeriesPurgedEvent, WantToReadEvent } from '@lectern/contract';

/** The ids that an event about a book names. */
export interface BookPlace {
  readonly id: string;
  readonly seriesId: string;
  readonly libraryId: string;
}

/** The ids that an event about a series names. */
export interface SeriesPlace {
  readonly id: string;
  readonly libraryId: string;
}

const now = (): string => new Date().toISOString();

/**
 * An event about a book, of now.
 * @param fields names of the changed fields, for `book_updated`
 */
export function bookEvent(
  type: 'book_created' | 'book_updated' | 'book_deleted',
  { id, seriesId, libraryId }: BookPlace,
  fields?: readonly string[],
): EntityEvent {
  const event = { book_id: id, series_id: seriesId, library_id: libraryId, timestamp: now() };
  return type === 'book_updated' && fields !== undefined ? { type, ...event, fields } : { type, ...event };
}

/**
 * An event about a series, of now.
 * @param fields names of the changed fields, for `series_updated`
 */
export function seriesEvent(
  type: 'series_created' | 'series_updated' | 'series_deleted',
  { id, libraryId }: SeriesPlace,
  fields?: readonly string[],
): EntityEvent {
  const event = { series_id: id, library_id: libraryId, timestamp: now() };
  return type === 'series_updated' && fields !== undefined ? { type, ...event, fields } : { type, ...event };
}

/** The cover of a series or library changed. */
export function coverEvent(entity: 'series' | 'library', id: string, libraryId: string): EntityEvent {
  return { type: 'cover_updated', entity_type: entity, entity_id: id, library_id: libraryId, timestamp: now() };
}

/** The cover of a book changed. */
export function bookCoverEvent({ id, seriesId, libraryId }: BookPlace): EntityEvent {
  const place = { entity_id: id, series_id: seriesId, library_id: libraryId };
  return { type: 'cover_updated', entity_type: 'book', ...place, timestamp: now() };
}

/** Deleted books of a series were purged; `count` of them. */
export function purgedEvent({ id, libraryId }: SeriesPlace, count: number): SeriesPurgedEvent {
  return { type: 'series_bulk_purged', series_id: id, library_id: libraryId, count, timestamp: now() };
}

/** The user's progress in a book changed or was deleted. */
export function bookProgressEvent(
  type: ProgressEvent['type'],
  userId: string,
  { id, seriesId, libraryId }: BookPlace,
): ProgressEvent {
  return { type, user_id: userId, book_id: id, series_id: seriesId, library_id: libraryId, timestamp: now() };
}

/** The user's progress in the books of a series changed or was deleted. */
export function seriesProgressEvent(
  type: ProgressEvent['type'],
  userId: string,
  { id, libraryId }: SeriesPlace,
): ProgressEvent {
  return { type, user_id: userId, book_id: null, series_id: id, library_id: libraryId, timestamp: now() };
}

/** The user's want-to-read list changed. */
export function wantToReadEvent(userId: string): WantToReadEvent {
  return { type: 'want_to_read_updated', user_id: userId, timestamp: now() };
}

/** The user's rating of a series changed. */
export function ratingEvent(userId: string, { id, libraryId }: SeriesPlace): RatingEvent {
  return { type: 'rating_updated', user_id: userId, series_id: id, library_id: libraryId, timestamp: now() };
}
