import type { ReadProgress } from '@lectern/contract';
import { readStored, removeStored, writeStored } from '#lib/storage.ts';

const KEY = 'lastPlace';

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

/**
 * Notes a place before it is sent. A closing page can do this at once, but can no longer write to the database when the
 * request fails.
 */
export function noteLastPlace(place: LastPlace): void {
  writeStored(KEY, place);
}

/** The place has arrived, or is in the outbox. */
export function forgetLastPlace(): void {
  removeStored(KEY);
}

/** A place of this user that neither arrived nor reached the outbox. */
export function findLastPlace(userId: string): LastPlace | undefined {
  const stored = readStored(KEY);
  if (typeof stored !== 'object' || stored === null || !('userId' in stored) || stored.userId !== userId)
    return undefined;
  return stored as LastPlace;
}
