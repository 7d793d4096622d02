import type { Book } from '@lectern/contract';
import type { KeptBook, KeptRule } from './kept.ts';

const isUnread = ({ readProgress }: Book): boolean => readProgress?.completed !== true;
const isOpenable = ({ analyzed, analysisError, deleted }: Book): boolean =>
  analyzed && analysisError === null && !deleted;

/**
 * The next unread books of a series: from the first unread one after the last finished one, else from the beginning.
 * @param books in reading order
 */
export function chooseNextUnread(books: readonly Book[], count: number): readonly Book[] {
  const readable = books.filter(isOpenable);
  const last = readable.findLastIndex((book) => !isUnread(book));
  const after = readable.slice(last + 1).filter(isUnread);
  const skipped = readable.slice(0, Math.max(0, last)).filter(isUnread);
  return (after.length > 0 ? after : skipped).slice(0, count);
}

interface RulePlan {
  readonly add: readonly Book[];
  /** Ids of books that the rule kept and no longer needs. */
  readonly drop: readonly string[];
}

/**
 * Plans what a rule adds and removes. A book that the user removed leaves a gap, as the device would otherwise fetch another one.
 * @param kept what is kept of the series
 */
export function planRule(
  books: readonly Book[],
  { count, leftOut = [] }: Pick<KeptRule, 'count' | 'leftOut'>,
  kept: readonly KeptBook[],
): RulePlan {
  const next = chooseNextUnread(books, count).filter(({ id }) => !leftOut.includes(id));
  const wanted = new Set(next.map(({ id }) => id));
  const had = new Set(kept.map(({ bookId }) => bookId));
  return {
    add: next.filter(({ id }) => !had.has(id)),
    drop: kept.filter(({ by, bookId }) => by === 'rule' && !wanted.has(bookId)).map(({ bookId }) => bookId),
  };
}

/**
 * Books to remove for more space: finished ones that a rule kept, those finished first. A book that the user kept is never
 * among them.
 * @param missingBytes how much space is needed
 * @returns undefined when removing them is not enough
 */
export function planEviction(books: readonly KeptBook[], missingBytes: number): readonly string[] | undefined {
  const candidates = books
    .filter(({ by, finishedAt }) => by === 'rule' && finishedAt !== null)
    .toSorted((a, b) => (a.finishedAt ?? 0) - (b.finishedAt ?? 0));
  const evicted: string[] = [];
  let left = missingBytes;
  for (const { bookId, bytes } of candidates) {
    if (left <= 0) break;
    evicted.push(bookId);
    left -= bytes;
  }
  return left <= 0 ? evicted : undefined;
}
