import type { Book, RouteName } from '@lectern/contract';
import type { QueryClient } from '@tanstack/react-query';

/** Answers of pages that show how far books are read. */
const ANSWERS: ReadonlySet<unknown> = new Set<RouteName>([
  'getBook',
  'getHome',
  'listBooks',
  'listCurrentlyReading',
  'listReadListBooks',
  'listRecentlyReadBooks',
  'listSeriesBooks',
]);

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

/** Shows changed books in every page that was loaded, without asking the server. */
export function patchBooks(queryClient: QueryClient, change: Change): void {
  queryClient.setQueriesData({ predicate: ({ queryKey }) => ANSWERS.has(queryKey[0]) }, (had: unknown) =>
    mapBooks(had, change),
  );
}
