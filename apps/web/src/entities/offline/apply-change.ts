import type { Book } from '@lectern/contract';
import type { QueryClient } from '@tanstack/react-query';
import { ratingQuery } from '#entities/rating/rating.ts';
import { applyChange as applyProfile } from '#entities/reading-profile/apply-change.ts';
import { PROFILES_KEY } from '#entities/reading-profile/queries.ts';
import { deriveUnsent, findReading } from './derive-unsent.ts';
import type { OutboxEntry } from './outbox-entry.ts';
import { patchAnswers, patchBooks } from './patch-books.ts';

type Change = OutboxEntry['change'];

/**
 * Shows an unsent change in pages that are open.
 * @returns shows again what they had
 */
export function applyChange(queryClient: QueryClient, entry: OutboxEntry): () => void {
  const { change } = entry;
  switch (change.kind) {
    case 'reading':
    case 'marks':
      return patchBooks(queryClient, (book) => applyReading(entry, book));
    case 'want':
      return patchBooks(queryClient, (book) =>
        change.of === 'book' && book.id === change.id ? { ...book, wantToRead: change.wanted } : book,
      );
    case 'wants': {
      const { kind, of } = change.picked;
      const ids = new Set(kind === 'book' && 'ids' in of ? of.ids : []);
      return patchBooks(queryClient, (book) => (ids.has(book.id) ? { ...book, wantToRead: true } : book));
    }
    case 'rating':
      return applyRating(queryClient, entry, change);
    case 'profile':
      patchAnswers<Parameters<typeof applyProfile>[0]>(
        queryClient,
        (name) => name === PROFILES_KEY,
        (had) => applyProfile(had, change.change),
      );
      return () => undefined;
  }
}

function applyReading(entry: OutboxEntry, book: Book): Book {
  const reading = findReading(entry, book);
  if (reading === undefined) return book;
  const { readProgress, ...rest } = book;
  const progress = deriveUnsent(reading, book.pageCount, readProgress);
  return progress === null ? rest : { ...rest, readProgress: progress };
}

function applyRating(
  queryClient: QueryClient,
  { at, userId }: OutboxEntry,
  { seriesId, rating, notes = null }: Extract<Change, { kind: 'rating' }>,
): () => void {
  const { queryKey } = ratingQuery(seriesId);
  const before = queryClient.getQueryData(queryKey);
  const updatedAt = new Date(at).toISOString();
  queryClient.setQueryData(
    queryKey,
    rating === null ? null : { id: userId, seriesId, rating, notes, createdAt: updatedAt, updatedAt },
  );
  return () => void queryClient.setQueryData(queryKey, before);
}
