import type { ReadProgress } from '@lectern/contract';
import type { ProgressMark } from './progress-queue.ts';

type Stored = Pick<ReadProgress, 'currentPage' | 'locator' | 'updatedAt'>;

/** Tells the places that an open reader stored itself from those of other devices. Times are the server's alone. */
export interface KnownPlace {
  /** A mark is on its way: the server may have it even if its answer never comes. */
  readonly sending: (mark: ProgressMark) => void;
  /** The server has what this reader wants it to have, since this time. */
  readonly stored: (updatedAt: string) => void;
  /** Whether what the server has now came from another device since this reader last knew. */
  readonly isElsewhere: (latest: Stored) => boolean;
}

/** @param first what the server had when the reader was opened; undefined when the book was never read */
export function createKnownPlace(first: Stored | undefined): KnownPlace {
  // ISO 8601 in UTC with milliseconds: later is greater
  let knownAt = first?.updatedAt ?? '';
  let sent: ProgressMark | undefined;
  return {
    sending: (mark) => {
      sent = mark;
    },
    stored: (updatedAt) => {
      if (updatedAt > knownAt) knownAt = updatedAt;
    },
    isElsewhere: (latest) => latest.updatedAt > knownAt && !(sent !== undefined && isThere(sent, latest)),
  };
}

function isThere({ currentPage, locator }: ProgressMark, stored: Stored): boolean {
  return currentPage === stored.currentPage && JSON.stringify(locator) === JSON.stringify(stored.locator);
}
