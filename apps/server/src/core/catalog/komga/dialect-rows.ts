import type { Book, FullBook, FullSeries, Series } from '@lectern/contract';
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
import { type ExternalItem, listExternals } from '#db/repos/metadata/externals.repo.ts';
import { toFullBooks } from '../metadata/full-books.ts';
import { toFullSeries } from '../metadata/full-series.ts';
import { sharingNamesOf } from '#core/people/sharing-tags.ts';
import type { Viewer } from '#core/viewer.ts';
import { type Credit, parseCredits } from '#core/rules/metadata/credits.ts';

/** A book with all that the dialect tells of it. */
export interface DialectBook {
  readonly book: FullBook;
  readonly traits: BookTraits;
  readonly links: readonly DialectLink[];
}

/** A page elsewhere, and whose it is. */
export interface DialectLink {
  readonly source: string;
  readonly url: string;
}

/** A series with all that the dialect tells of it. */
export interface DialectSeries {
  readonly series: FullSeries;
  /** Its own, else that of its library. */
  readonly direction: Series['readingDirection'];
  /** Undefined when it has no live books. */
  readonly traits: SeriesTraits | undefined;
  readonly first: FirstSummary | undefined;
  /** Whom its books name. */
  readonly credits: readonly Credit[];
  /** Names of its sharing tags. */
  readonly labels: readonly string[];
}

interface RowsContext {
  readonly db: Database;
}

function toLink({ source, url }: ExternalItem): DialectLink {
  return { source: String(source), url: String(url) };
}

/** Adds to books what the dialect tells, in their order. @param books as the viewer may see them */
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
  const linked = new Map<string, DialectLink[]>(ids.map((id) => [id, []]));
  for (const link of links) linked.get(link.ownerId)?.push(toLink(link));
  return full.flatMap((book) => {
    const found = traits.get(book.id);
    return found === undefined ? [] : [{ book, traits: found, links: linked.get(book.id) ?? [] }];
  });
}

/** Adds to series what the dialect tells, in their order. @param all as the viewer may see them */
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
    sharingNamesOf(db.read, ids),
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

/** What the dialect tells of one book beside its metadata; undefined where the viewer may not see it. */
export async function findTraits({ db }: RowsContext, viewer: Viewer, bookId: string): Promise<BookTraits | undefined> {
  return (await listBookTraits(db.read, viewer, [bookId])).get(bookId);
}
