import type { Book } from '@lectern/contract';
import { BOOK_FORMATS } from '@lectern/contract/book-formats';

/** `kept` opens without the server. `stopped` waits for the user; `failed` says why in `problem`. */
export type KeptState = 'waiting' | 'kept' | 'stopped' | 'failed';

/** `gone`: not on the server, or no longer visible. `full`: beyond the limit of space, or refused by the browser. */
export type KeptProblem = 'gone' | 'full' | 'unreadable';

/** A book that is kept in this browser, or will be. */
export interface KeptBook {
  readonly userId: string;
  readonly bookId: string;
  readonly title: string;
  readonly seriesId: string;
  readonly seriesName: string;
  readonly coverVersion: string | null;
  /** Version of the file that is kept. */
  readonly version: string;
  /** `rule`: kept by itself as one of the next of its series. */
  readonly by: 'hand' | 'rule';
  readonly state: KeptState;
  /** Of a failed book, or why the pages of a kept one were not replaced. */
  readonly problem?: KeptProblem | undefined;
  /** Whether its pages are pictures of the file, as those of a comic. */
  readonly hasStoredPages: boolean;
  /** Its pages are to be replaced by others. The book is kept meanwhile, and opens with what it has. */
  readonly isOutdated?: boolean;
  /** Files that are kept; `total` is 0 until they are known. */
  readonly done: number;
  readonly total: number;
  readonly bytes: number;
  /** Epoch milliseconds; the order of the queue. */
  readonly addedAt: number;
  /** Epoch milliseconds of the end of reading; null for a book that is not finished. */
  readonly finishedAt: number | null;
}

/** Keeps the next unread books of a series. */
export interface KeptRule {
  readonly userId: string;
  readonly seriesId: string;
  readonly title: string;
  /** How many books; at least 1. */
  readonly count: number;
  /** Ids of books that the user removed. */
  readonly leftOut?: readonly string[];
}

/** `screen`: pages no wider than this screen needs. `stored`: pages as they are stored. */
export type KeptQuality = 'screen' | 'stored';

export interface KeptSettings {
  readonly userId: string;
  readonly limitBytes: number;
  readonly quality: KeptQuality;
}

const GB = 1_000_000_000;

/** Choices of the limit. */
export const LIMITS_BYTES = [0.5 * GB, GB, 2 * GB, 5 * GB, 10 * GB, 25 * GB] as const;

export function defaultSettings(userId: string): KeptSettings {
  return { userId, limitBytes: 2 * GB, quality: 'screen' };
}

/** A new entry of the queue. */
export function toKeptBook(userId: string, book: Book, by: KeptBook['by']): KeptBook {
  const { id: bookId, title, seriesId, seriesName, coverVersion, fileHash, fileFormat, layout, readProgress } = book;
  return {
    ...{ userId, bookId, title, seriesId, seriesName, coverVersion, by },
    version: fileHash.slice(0, 16),
    hasStoredPages: layout !== 'reflowable' && BOOK_FORMATS[fileFormat].kind !== 'document',
    state: 'waiting',
    done: 0,
    total: 0,
    bytes: 0,
    addedAt: Date.now(),
    finishedAt: readFinishedAt(readProgress),
  };
}

/** Epoch milliseconds; null unless finished. */
export function readFinishedAt(progress: Book['readProgress']): number | null {
  if (progress?.completed !== true) return null;
  return Date.parse(progress.completedAt ?? progress.updatedAt);
}

/** Whether files of the book are still to be fetched. */
export function isAwaited({ state, isOutdated }: KeptBook): boolean {
  return state === 'waiting' || (state === 'kept' && isOutdated === true);
}

/** How many books of each series are kept; without those that wait for their files. */
export function countKeptBySeries(books: Iterable<KeptBook>): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { seriesId, state } of books) {
    if (state === 'kept') counts.set(seriesId, (counts.get(seriesId) ?? 0) + 1);
  }
  return counts;
}
