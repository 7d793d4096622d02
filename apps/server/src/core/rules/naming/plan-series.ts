import { BOOK_FORMATS, formatByName } from '@lectern/contract';
import { sortKey } from '../text/sort-key.ts';
import { type BookContexts, withMetadata } from '../templates/context.ts';
import { renderTitle } from '../templates/render-template.ts';
import type { PlacedBook } from '#db/repos/scanning/placed-books.repo.ts';
import { type BookNumber, chooseNumber } from './numbers.ts';
import { readNaming, storedNaming } from './decision.ts';
import { type Place, placeInSeries, stripExtension } from './place-in-series.ts';
import type { LibraryRules } from './library-rules.ts';
import { titleBook } from './title-book.ts';

/** Columns that depend on a book's position in its series. */
export interface Placing {
  readonly title: string;
  readonly sortKey: string;
  readonly number: string | null;
  readonly numberSort: number | null;
  readonly volume: number | null;
  readonly chapter: number | null;
  /** The decision (`NamedBy`) as JSON. */
  readonly namedBy: string;
}

/** A file without a known extension counts as a comic. */
function isComic(fileName: string): boolean {
  const format = formatByName(fileName);
  return format === undefined || BOOK_FORMATS[format].kind === 'comic';
}

function hasLock(book: PlacedBook, lock: string): boolean {
  return book.locks?.includes(`"${lock}"`) ?? false;
}

function resolveNumber(rules: LibraryRules, book: PlacedBook, position: number | null): BookNumber {
  const chosen = chooseNumber(rules.numbers, {
    stated: book.statedNumber,
    isLocked: hasLock(book, 'numberLock'),
    stem: stripExtension(book.fileName),
    position,
  });
  if (chosen !== undefined) return chosen;
  const { rule = 'file-order', input = '' } = readNaming(book.namedBy)?.number ?? {};
  return { text: book.number, sort: book.numberSort, rule, input };
}

interface SeriesPosition {
  readonly title: string;
  /** Live books of the series. */
  readonly size: number;
  /** Position among them, from 1; null keeps a number that depends on it. */
  readonly position: number | null;
}

/** Volume and chapter from the folders, if the strategy reads them. */
function placedNumbers({ series }: LibraryRules, path: string): Pick<Place, 'volume' | 'chapter'> {
  return series.strategy === 'series_volume_chapter' ? placeInSeries(series, { path }) : {};
}

/** The title by the library's template, with the stated title and the new number. Without a context the earlier title stays. */
function templatedTitle(
  { bookTitles }: LibraryRules,
  book: PlacedBook,
  number: BookNumber,
  contextOf: BookContexts | undefined,
): string | undefined {
  if (bookTitles.strategy !== 'custom' || bookTitles.contextTemplate === null) return undefined;
  if (contextOf === undefined) {
    return readNaming(book.namedBy)?.title.rule === 'title-template' ? book.title : undefined;
  }
  const context = contextOf(book.id);
  if (context === undefined) return undefined;
  const own = { title: book.statedTitle, number: number.sort };
  return renderTitle(bookTitles.contextTemplate, withMetadata(context, own));
}

/**
 * Plans title, number, volume and chapter of one book.
 * @param contextOf for title templates, where the metadata is loaded
 */
export function planBook(
  rules: LibraryRules,
  book: PlacedBook,
  series: SeriesPosition,
  contextOf?: BookContexts,
): Placing {
  const number = resolveNumber(rules, book, series.position);
  const titling = titleBook(rules.bookTitles, {
    stem: stripExtension(book.fileName),
    isComic: isComic(book.fileName),
    seriesName: series.title,
    statedTitle: book.statedTitle,
    statedVolume: book.statedVolume,
    statedChapter: book.statedChapter,
    number: number.text,
    seriesSize: series.size,
    templated: templatedTitle(rules, book, number, contextOf),
  });
  const placed = placedNumbers(rules, book.path);
  const isTitleKept = hasLock(book, 'titleLock');
  const title = isTitleKept ? (book.statedTitle ?? book.title) : titling.title;
  const { rule, input } = isTitleKept ? ({ rule: 'locked-title', input: title } as const) : titling;
  return {
    title,
    sortKey: sortKey(book.titleSort ?? title),
    number: number.text,
    numberSort: number.sort,
    volume: hasLock(book, 'volumeLock') ? book.statedVolume : (titling.volume ?? placed.volume ?? null),
    chapter: hasLock(book, 'chapterLock') ? book.statedChapter : (titling.chapter ?? placed.chapter ?? null),
    namedBy: storedNaming({
      title: { strategy: rules.bookTitles.strategy, rule, input },
      number: { strategy: rules.numbers, rule: number.rule, input: number.input },
    }),
  };
}

/**
 * Plans all books of a series, by id.
 * @param books all live books of the series
 */
export function planSeries(
  rules: LibraryRules,
  seriesTitle: string,
  books: readonly PlacedBook[],
  contextOf?: BookContexts,
): ReadonlyMap<string, Placing> {
  const inOrder = books
    .map((book) => ({ book, key: sortKey(stripExtension(book.fileName)) }))
    .sort((one, other) => {
      const byName = compareText(one.key, other.key);
      return byName === 0 ? compareText(one.book.path, other.book.path) : byName;
    });
  return new Map(
    inOrder.map(({ book }, index) => {
      const series = { title: seriesTitle, size: books.length, position: index + 1 };
      return [book.id, planBook(rules, book, series, contextOf)];
    }),
  );
}

/** Whether a book's row matches the plan. */
export function isPlaced(book: PlacedBook, plan: Placing): boolean {
  return (
    book.title === plan.title &&
    book.number === plan.number &&
    book.numberSort === plan.numberSort &&
    book.volume === plan.volume &&
    book.chapter === plan.chapter &&
    book.namedBy === plan.namedBy
  );
}

function compareText(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
