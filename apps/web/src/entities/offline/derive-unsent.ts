import type { Book, ReadProgress } from '@lectern/contract';
import { isMarked } from './marks.ts';
import type { OutboxEntry } from './outbox-entry.ts';

/** From this share on the server counts a book as finished. */
const FINISHED_AT = 0.98;

type Reading = Extract<OutboxEntry['change'], { kind: 'reading' }>;

/** An unsent place, finished book or reset. */
export type ReadingEntry = OutboxEntry & { readonly change: Reading };

function isFinished({ session, page = 0, percentage = 0 }: Reading, pageCount: number): boolean {
  if (session === 'completed') return true;
  return (pageCount > 0 && page >= pageCount) || percentage >= FINISHED_AT;
}

/**
 * The progress as the server will derive it.
 * @param pageCount 0 when unknown
 */
export function deriveUnsent(
  { id, userId, at, startedAt, change }: ReadingEntry,
  pageCount: number,
  before: Partial<ReadProgress> | undefined,
): ReadProgress | null {
  const { bookId, session, page, percentage, locator } = change;
  if (session === 'reset') return null;
  const completed = isFinished(change, pageCount);
  const updatedAt = new Date(at).toISOString();
  return {
    id: before?.id ?? id,
    bookId,
    userId,
    currentPage: Math.max(1, page ?? pageCount),
    completed,
    completedAt: completed ? updatedAt : null,
    progressPercentage: percentage ?? (session === 'completed' ? 1 : null),
    startedAt: before?.startedAt ?? new Date(startedAt).toISOString(),
    updatedAt,
    ...(locator === undefined ? {} : { locator }),
  };
}

/** What an entry says about one book; undefined when it says nothing. */
export function findReading(entry: OutboxEntry, book: Pick<Book, 'id' | 'seriesId'>): ReadingEntry | undefined {
  const { change } = entry;
  if (change.kind === 'reading' && change.bookId === book.id) return { ...entry, change };
  if (change.kind !== 'marks' || !isMarked(change, book)) return undefined;
  return { ...entry, change: { kind: 'reading', bookId: book.id, session: change.read ? 'completed' : 'reset' } };
}
