import type { Book, FullBook, FullSeries, Series } from '@lectern/contract';
import { groupBy } from '#core/group-by.ts';
import { listSharingNames } from '#core/people/sharing-tags.ts';
import { type Credit, parseCredits } from '#core/rules/metadata/credits.ts';
import type { Viewer } from '#core/viewer.ts';
import type { Database } from '#db/open.ts';
import {
  type BookTraits,
  type FirstSummary,
  listBookTraits,
  listCreditTexts,
  listFirstSummaries,
  listSeriesTraits,
  type SeriesTraits,
} from '#db/repos/catalog/komga-traits.repo.ts';
import { listExternals } from '#db/repos/metadata/externals.repo.ts';
import { toFullBooks } from '../metadata/full-books.ts';
import { toFullSeries } from '../metadata/full-series.ts';

/** A book with the data that only the Komga dialect has. */
export interface DialectBook {
  readonly book: FullBook;
  readonly traits: BookTraits;
  readonly links: readonly { readonly source: string; readonly url: string }[];
}

/** A series with the data that only the Komga dialect has. */
export interface DialectSeries {
  readonly series: FullSeries;
  /** Of the series, else of its library. */
  readonly direction: Series['readingDirection'];
  /** Undefined when it has no live books. */
  readonly traits: SeriesTraits | undefined;
  readonly first: FirstSummary | undefined;
  /** Of its books. */
  readonly credits: readonly Credit[];
  /** Names of its sharing tags. */
  readonly labels: readonly string[];
}

interface RowsContext {
  readonly db: Database;
}

/** Adds the data of the dialect to books, in their order. @param books as the viewer may see them */
export async function toDialectBooks(
  { db }: RowsContext,
  viewer: Viewer,
  books: readonly Book[],
): Promise<DialectBook[]> {
  const ids = books.map(({ id }) => id);
  const [full, traits, links] = await Promise.all([
    toFullBooks(db.read, viewer, books),
    listBookTraits(db.read, viewer, ids),
    listExternals(db.read, 'externalLinks', 'book', ids),
  ]);
  const linksById = groupBy(links, ({ ownerId }) => ownerId);
  return full.flatMap((book) => {
    const found = traits.get(book.id);
    if (found === undefined) return [];
    const own = linksById.get(book.id) ?? [];
    return [
      { book, traits: found, links: own.map(({ source, url }) => ({ source: String(source), url: String(url) })) },
    ];
  });
}

/** Adds the data of the dialect to series, in their order. @param all as the viewer may see them */
export async function toDialectSeries(
  { db }: RowsContext,
  viewer: Viewer,
  all: readonly Series[],
): Promise<DialectSeries[]> {
  const ids = all.map(({ id }) => id);
  const [full, traits, summaries, credits, labels] = await Promise.all([
    toFullSeries(db.read, viewer, all),
    listSeriesTraits(db.read, viewer, ids),
    listFirstSummaries(db.read, viewer, ids),
    listCreditTexts(db.read, viewer, ids),
    listSharingNames(db.read, ids),
  ]);
  const directions = new Map(all.map(({ id, readingDirection }) => [id, readingDirection]));
  return full.map((series) => ({
    series,
    direction: directions.get(series.id) ?? null,
    traits: traits.get(series.id),
    first: summaries.get(series.id),
    credits: parseCredits(credits.get(series.id) ?? []),
    labels: labels.get(series.id) ?? [],
  }));
}

/** Data of the dialect for one book; undefined when the viewer may not see the book. */
export async function findTraits({ db }: RowsContext, viewer: Viewer, bookId: string): Promise<BookTraits | undefined> {
  return (await listBookTraits(db.read, viewer, [bookId])).get(bookId);
}
