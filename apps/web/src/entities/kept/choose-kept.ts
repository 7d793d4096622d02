import type { Book } from '@lectern/contract';
import type { ListQuery } from '#entities/condition/list-query.ts';
import type { KeptEntry } from '#entities/offline/kept-catalog.ts';
import { folded } from '#lib/folded.ts';
import { groupBy } from '#lib/group-by.ts';

/** The kept books of a series. */
export interface KeptSeries {
  readonly id: string;
  readonly title: string;
  /** In reading order; at least one. */
  readonly books: readonly Book[];
}

const compareText = new Intl.Collator(undefined, { numeric: true }).compare;

function compareNumber(a: number | null, b: number | null): number {
  if (a === b) return 0;
  return (a ?? Infinity) - (b ?? Infinity);
}

/** By series, and in each in reading order. */
export function compareBooks(a: Book, b: Book): number {
  const orders = [
    compareText(a.seriesName, b.seriesName),
    compareNumber(a.volume, b.volume),
    compareNumber(a.chapter ?? a.number, b.chapter ?? b.number),
    compareText(a.title, b.title),
  ];
  return orders.find((order) => order !== 0) ?? 0;
}

/** Books that have every word of the text in title, series or people, whatever their case and accents. */
export function searchKept(entries: readonly KeptEntry[], text = ''): readonly KeptEntry[] {
  const words = folded(text).split(/\s+/).filter(Boolean);
  return entries.filter(({ book, people }) => {
    const searched = folded([book.title, book.seriesName, ...people].join(' '));
    return words.every((word) => searched.includes(word));
  });
}

/** What a list would show of them. Only its library, series and text count. */
export function chooseListed(
  entries: readonly KeptEntry[],
  { libraryId, fullTextSearch }: Pick<ListQuery, 'libraryId' | 'fullTextSearch'>,
): readonly Book[] {
  const found = searchKept(entries, fullTextSearch).map(({ book }) => book);
  return found.filter((book) => libraryId === undefined || book.libraryId === libraryId).toSorted(compareBooks);
}

/** @param books in reading order */
export function listKeptSeries(books: readonly Book[]): readonly KeptSeries[] {
  const groups = groupBy(books, ({ seriesId }) => seriesId);
  return [...groups].map(([id, own]) => ({ id, title: own[0]?.seriesName ?? '', books: own }));
}

const isBegun = ({ readProgress }: Book): boolean => readProgress !== undefined && !readProgress.completed;
const isFinished = ({ readProgress }: Book): boolean => readProgress?.completed === true;

interface HomeRows {
  /** Begun books, the one read last first. */
  readonly begun: readonly Book[];
  /** All others, finished ones last. */
  readonly others: readonly Book[];
}

/** @param books in reading order */
export function splitByReading(books: readonly Book[]): HomeRows {
  const readAt = ({ readProgress }: Book) => Date.parse(readProgress?.updatedAt ?? '');
  const begun = books.filter(isBegun).toSorted((a, b) => readAt(b) - readAt(a));
  const others = books.filter((book) => !isBegun(book));
  return { begun, others: [...others.filter((book) => !isFinished(book)), ...others.filter(isFinished)] };
}
