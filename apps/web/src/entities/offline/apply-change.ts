import type { ReadProgress } from '@lectern/contract';
import type { QueryClient } from '@tanstack/react-query';
import { ratingQuery } from '#entities/rating/rating.ts';
import { applyChange as applyProfile } from '#entities/reading-profile/apply-change.ts';
import { PROFILES_KEY } from '#entities/reading-profile/queries.ts';
import { findMember, findNumber } from '#lib/find-member.ts';
import { readFinishedAt } from './kept.ts';
import { deriveUnsent, findReading, type ReadingEntry } from './derive-unsent.ts';
import { patchKept } from './kept-books.ts';
import { canKeep, writeKeptProgress } from './kept-cache.ts';
import { keptStore } from './kept-store.ts';
import type { OutboxEntry } from './outbox-entry.ts';
import { patchBooks } from './patch-books.ts';

/** Shows an unsent change on this device: in pages that are open, and in kept books. */
export async function applyChange(queryClient: QueryClient, entry: OutboxEntry): Promise<void> {
  const { change, userId, at } = entry;
  switch (change.kind) {
    case 'reading':
    case 'marks':
      await applyReading(queryClient, entry);
      break;
    case 'want':
      patchBooks(queryClient, (book) =>
        change.of === 'book' && book.id === change.id ? { ...book, wantToRead: change.wanted } : book,
      );
      break;
    case 'rating': {
      const { seriesId, rating, notes = null } = change;
      const updatedAt = new Date(at).toISOString();
      queryClient.setQueryData(
        ratingQuery(seriesId).queryKey,
        rating === null ? null : { id: userId, seriesId, rating, notes, createdAt: updatedAt, updatedAt },
      );
      break;
    }
    case 'profile':
      queryClient.setQueriesData<Parameters<typeof applyProfile>[0]>({ queryKey: [PROFILES_KEY] }, (had) =>
        had === undefined ? had : applyProfile(had, change.change),
      );
  }
}

async function applyReading(queryClient: QueryClient, entry: OutboxEntry): Promise<void> {
  patchBooks(queryClient, (book) => {
    const reading = findReading(entry, book);
    if (reading === undefined) return book;
    const { readProgress, ...rest } = book;
    const progress = deriveUnsent(reading, book.pageCount, readProgress);
    return progress === null ? rest : { ...rest, readProgress: progress };
  });
  if (!canKeep()) return;
  for (const { bookId: id, seriesId } of keptStore.get()?.books.values() ?? []) {
    const reading = findReading(entry, { id, seriesId });
    if (reading !== undefined) await applyToKept(reading);
  }
}

async function applyToKept(reading: ReadingEntry): Promise<void> {
  const { userId, change } = reading;
  let finishedAt: number | null = null;
  await writeKeptProgress(userId, change.bookId, (book: unknown, progress: unknown) => {
    const before = findMember(progress, 'id') === undefined ? undefined : (progress as Partial<ReadProgress>);
    const derived = deriveUnsent(reading, findNumber(book, 'pageCount') ?? 0, before);
    finishedAt = readFinishedAt(derived ?? undefined);
    return derived;
  });
  await patchKept(change.bookId, { finishedAt }, userId);
}
