import type { ProgressEvent, RatingEvent, WantToReadEvent } from '@lectern/contract';
import type { BookPlace, SeriesPlace } from './entity-events.ts';

const now = (): string => new Date().toISOString();

/** Tells somebody's clients that they are somewhere else in a book, or that their place was forgotten. */
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

/** Tells somebody's clients that they want to read something else than before. */
export function wantToReadEvent(userId: string): WantToReadEvent {
  return { type: 'want_to_read_updated', user_id: userId, timestamp: now() };
}

/** Tells somebody's clients that they rate a series otherwise than before. */
export function ratingEvent(userId: string, { id, libraryId }: SeriesPlace): RatingEvent {
  return { type: 'rating_updated', user_id: userId, series_id: id, library_id: libraryId, timestamp: now() };
}
