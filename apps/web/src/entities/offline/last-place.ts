import type { ReadProgress } from '@lectern/contract';
import { readStored, writeStored } from '#lib/storage.ts';

const KEY = 'lastPlaces';

/** A place on its way to the server. */
export interface LastPlace {
  readonly userId: string;
  readonly bookId: string;
  readonly title: string;
  /** Epoch milliseconds. */
  readonly at: number;
  readonly page: number;
  /** 0 to 1. */
  readonly percentage?: number | undefined;
  readonly locator?: ReadProgress['locator'];
}

function readPlaces(): readonly LastPlace[] {
  const stored = readStored(KEY);
  return Array.isArray(stored) ? (stored as readonly LastPlace[]) : [];
}

const isOfBook = (a: LastPlace, b: LastPlace): boolean => a.userId === b.userId && a.bookId === b.bookId;

/**
 * Notes a place before it is sent, one for each book. A closing page can do this at once, but can no longer write to the
 * database when the request fails.
 */
export function noteLastPlace(place: LastPlace): void {
  writeStored(KEY, [...readPlaces().filter((other) => !isOfBook(other, place)), place]);
}

/** The place has arrived, or is in the outbox. A later one of the book stays. */
export function forgetLastPlace(place: LastPlace): void {
  const places = readPlaces();
  const left = places.filter((other) => !isOfBook(other, place) || other.at > place.at);
  if (left.length < places.length) writeStored(KEY, left);
}

/** Places of this user that neither arrived nor reached the outbox, the latest of each book. */
export function findLastPlaces(userId: string): readonly LastPlace[] {
  return readPlaces().filter((place) => place.userId === userId);
}

export function forgetLastPlaces(userId: string): void {
  writeStored(
    KEY,
    readPlaces().filter((place) => place.userId !== userId),
  );
}
