import type { ProgressEvent, RatingEvent, WantToReadEvent } from '@lectern/contract';
import type { BookPlace, SeriesPlace } from './entity-events.ts';

const now = (): string => new Date().toISOString();

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
