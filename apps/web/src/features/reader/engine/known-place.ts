import type { ReadProgress } from '@lectern/contract';
import type { ProgressMark } from './progress-queue.ts';

type Stored = Pick<ReadProgress, 'currentPage' | 'locator' | 'updatedAt'>;

/** Tells this reader's own saves from those of other devices. Compares server times only. */
export interface KnownPlace {
  /** Call before each request: the server may have stored it even without an answer. */
  readonly sending: (mark: ProgressMark) => void;
  /** The server stored the last mark at this time. */
  readonly stored: (updatedAt: string) => void;
  /** Whether the latest progress came from another device. */
  readonly isElsewhere: (latest: Stored) => boolean;
}

/** @param first server state when the reader opened; undefined for an unread book */
export function createKnownPlace(first: Stored | undefined): KnownPlace {
  // ISO 8601 in UTC with milliseconds sorts as text
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
