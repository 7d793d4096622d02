import type { Book, ReadProgress } from '@lectern/contract';
import type { QueryClient } from '@tanstack/react-query';
import { bookQuery } from '#entities/book/queries.ts';
import { ratingQuery } from '#entities/rating/rating.ts';
import { findMember, findNumber } from '#lib/find-member.ts';
import { readFinishedAt } from './kept.ts';
import { deriveUnsent, isReading, type ReadingEntry } from './derive-unsent.ts';
import { patchKept } from './kept-books.ts';
import { canKeep, writeKeptProgress } from './kept-cache.ts';
import type { OutboxEntry } from './outbox-entry.ts';

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

async function applyReading(queryClient: QueryClient, entry: ReadingEntry): Promise<void> {
  const { userId, change } = entry;
  patchBook(queryClient, change.bookId, ({ readProgress, ...book }) => {
    const progress = deriveUnsent(entry, book.pageCount, readProgress);
    return progress === null ? book : { ...book, readProgress: progress };
  });
  if (!canKeep()) return;
  let finishedAt: number | null = null;
  await writeKeptProgress(userId, change.bookId, (book, progress) => {
    const before = findMember(progress, 'id') === undefined ? undefined : (progress as Partial<ReadProgress>);
    const derived = deriveUnsent(entry, findNumber(book, 'pageCount') ?? 0, before);
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
