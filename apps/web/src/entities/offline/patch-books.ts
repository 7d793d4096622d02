import type { Book } from '@lectern/contract';
import { type QueryClient, replaceEqualDeep } from '@tanstack/react-query';
import { hasProgress } from '#entities/book/progress-answers.ts';

type Change = (book: Book) => Book;

/** No other thing in these answers has all three. */
function isBook(value: object): value is Book {
  return 'seriesId' in value && 'pageCount' in value && 'fileHash' in value;
}

/** Changes books wherever an answer holds them. What does not change stays the same object. */
function mapBooks<Value>(value: Value, change: Change): Value;
function mapBooks(value: unknown, change: Change): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (isBook(value)) return change(value);
  const entries = Object.entries(value as Record<string, unknown>).map(
    ([key, had]) => [key, mapBooks(had, change)] as const,
  );
  const isSame = entries.every(([key, now]) => now === (value as Record<string, unknown>)[key]);
  if (isSame) return value;
  return Array.isArray(value) ? entries.map(([, now]) => now) : Object.fromEntries(entries);
}

/**
 * Changes loaded answers without asking the server. A write makes an answer fresh, so those that stay the same are not written.
 * @param isMeant gets the first part of the query key
 */
export function patchAnswers<Answer>(
  queryClient: QueryClient,
  isMeant: (name: unknown) => boolean,
  change: (had: Answer) => Answer,
): void {
  const loaded = queryClient.getQueriesData<Answer>({ predicate: ({ queryKey }) => isMeant(queryKey[0]) });
  for (const [queryKey, had] of loaded) {
    if (had === undefined) continue;
    const now = replaceEqualDeep(had, change(had));
    if (now !== had) queryClient.setQueryData(queryKey, now);
  }
}

/**
 * Shows changed books in every page that was loaded.
 * @returns shows their earlier progress and wishes again
 */
export function patchBooks(queryClient: QueryClient, change: Change): () => void {
  const before = new Map<string, Book>();
  const note: Change = (book) => {
    const now = change(book);
    if (now !== book) before.set(book.id, book);
    return now;
  };
  patchAnswers(queryClient, hasProgress, (had) => mapBooks(had, note));
  return () =>
    patchAnswers(queryClient, hasProgress, (had) => mapBooks(had, (now) => restore(now, before.get(now.id))));
}

function restore(now: Book, before: Book | undefined): Book {
  if (before === undefined) return now;
  const { readProgress: _, ...rest } = now;
  const { readProgress, wantToRead } = before;
  return { ...rest, wantToRead, ...(readProgress === undefined ? {} : { readProgress }) };
}

/** Books that pages have shown, by id. */
export function findBooks(queryClient: QueryClient): ReadonlyMap<string, Book> {
  const books = new Map<string, Book>();
  const note: Change = (book) => {
    books.set(book.id, book);
    return book;
  };
  for (const [, answer] of queryClient.getQueriesData({ predicate: ({ queryKey }) => hasProgress(queryKey[0]) })) {
    mapBooks(answer, note);
  }
  return books;
}
