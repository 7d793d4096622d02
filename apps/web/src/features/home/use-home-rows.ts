import type { Book, Series } from '@lectern/contract';
import { useQuery } from '@tanstack/react-query';
import { bookRowQuery } from '#entities/book/queries.ts';
import { newSeriesQuery } from '#entities/series/queries.ts';

export interface HomeRows {
  readonly reading: readonly Book[];
  readonly onDeck: readonly Book[];
  readonly newBooks: readonly Book[];
  readonly newSeries: readonly Series[];
}

/** The rows of the home page together, so that none pushes another down when it comes in late. */
export function useHomeRows() {
  const reading = useQuery(bookRowQuery('listBooksInProgress'));
  const onDeck = useQuery(bookRowQuery('listOnDeck'));
  const newBooks = useQuery(bookRowQuery('listRecentlyAddedBooks'));
  const newSeries = useQuery(newSeriesQuery());
  const all = [reading, onDeck, newBooks, newSeries];
  const known = [reading.data, onDeck.data, newBooks.data, newSeries.data] as const;
  return {
    data: together(known),
    error: all.find((query) => query.error !== null)?.error ?? null,
    refetch: () => all.forEach((query) => void query.refetch()),
  };
}

type Page<Item> = { readonly data: readonly Item[] } | undefined;
type Known = readonly [Page<Book>, Page<Book>, Page<Book>, Page<Series>];

function together([reading, onDeck, newBooks, newSeries]: Known): HomeRows | undefined {
  if (reading === undefined || onDeck === undefined || newBooks === undefined || newSeries === undefined) {
    return undefined;
  }
  return { reading: reading.data, onDeck: onDeck.data, newBooks: newBooks.data, newSeries: newSeries.data };
}
