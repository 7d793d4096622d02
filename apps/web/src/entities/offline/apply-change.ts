import type { Book, ReadProgress } from '@lectern/contract';
import type { QueryClient } from '@tanstack/react-query';
import { bookQuery } from '#entities/book/queries.ts';
import { ratingQuery } from '#entities/rating/rating.ts';
import { findMember, findNumber } from '#lib/find-member.ts';
import { readFinishedAt } from './kept.ts';
import { patchKept } from './kept-books.ts';
import { canKeep, writeKeptProgress } from './kept-cache.ts';
import type { OutboxEntry } from './outbox-entry.ts';

/** From this share on the server counts a book as finished. */
const FINISHED_AT = 0.98;

type Reading = Extract<OutboxEntry['change'], { kind: 'reading' }>;

function isFinished({ session, page = 0, percentage = 0 }: Reading, pageCount: number): boolean {
  if (session === 'completed') return true;
  return (pageCount > 0 && page >= pageCount) || percentage >= FINISHED_AT;
}

/**
 * The progress as the server will derive it.
 * @param pageCount 0 when unknown
 */
export function deriveProgress(
  { id, userId, at, startedAt, change }: OutboxEntry & { readonly change: Reading },
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

function isReading(entry: OutboxEntry): entry is OutboxEntry & { readonly change: Reading } {
  return entry.change.kind === 'reading';
}

/** Shows an unsent change on this device: in pages that are open, and in kept books. */
export async function applyChange(queryClient: QueryClient, entry: OutboxEntry): Promise<void> {
  const { change, userId, at } = entry;
  if (isReading(entry)) await applyReading(queryClient, entry);
  if (change.kind === 'want' && change.of === 'book') {
    patchBook(queryClient, change.id, (book) => ({ ...book, wantToRead: change.wanted }));
  }
  if (change.kind === 'rating') {
    const { seriesId, rating, notes = null } = change;
    const updatedAt = new Date(at).toISOString();
    queryClient.setQueryData(
      ratingQuery(seriesId).queryKey,
      rating === null ? null : { id: userId, seriesId, rating, notes, createdAt: updatedAt, updatedAt },
    );
  }
}

async function applyReading(
  queryClient: QueryClient,
  entry: OutboxEntry & { readonly change: Reading },
): Promise<void> {
  const { userId, change } = entry;
  patchBook(queryClient, change.bookId, ({ readProgress, ...book }) => {
    const progress = deriveProgress(entry, book.pageCount, readProgress);
    return progress === null ? book : { ...book, readProgress: progress };
  });
  if (!canKeep()) return;
  let finishedAt: number | null = null;
  await writeKeptProgress(userId, change.bookId, (book, progress) => {
    const before = findMember(progress, 'id') === undefined ? undefined : (progress as Partial<ReadProgress>);
    const derived = deriveProgress(entry, findNumber(book, 'pageCount') ?? 0, before);
    finishedAt = readFinishedAt(derived ?? undefined);
    return derived;
  });
  await patchKept(change.bookId, { finishedAt }, userId);
}

function patchBook(queryClient: QueryClient, bookId: string, change: (book: Book) => Book): void {
  queryClient.setQueryData(bookQuery(bookId).queryKey, (had) =>
    had === undefined ? had : { ...had, book: change(had.book) },
  );
}
