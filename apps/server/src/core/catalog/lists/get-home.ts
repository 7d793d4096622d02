import type { Book, Home, Series } from '@lectern/contract';
import { findBooksById } from '#db/repos/rows/book-rows.ts';
import { pickBooks } from '#db/repos/catalog/pick-books.repo.ts';
import { pickReadBooks } from '#db/repos/rows/reading-lists.repo.ts';
import { findSeriesById } from '#db/repos/rows/series-rows.ts';
import { pickSeries } from '#db/repos/catalog/series.repo.ts';
import { listFirstWanted } from './want-to-read.ts';
import type { Viewer } from '#core/viewer.ts';
import { pickOnDeck } from '../browse/list-by-reading.ts';
import type { ListContext } from '../browse/list-context.ts';

/** Maximum number of rows per list, and an optional library. */
export interface HomeWanted {
  readonly libraryId?: string | undefined;
  readonly limit: number;
}

type HomeIds = Readonly<Record<Exclude<keyof Home, 'wantToRead'>, readonly string[]>>;
type Db = Pick<ListContext, 'db'>;

const NO_BOOKS = { inProgress: [], onDeck: [], recentlyAddedBooks: [], recentlyReadBooks: [] };
const NO_SERIES = { recentlyAddedSeries: [], recentlyUpdatedSeries: [] };

function toIds(rows: readonly { readonly id: string }[]): string[] {
  return rows.map(({ id }) => id);
}

async function pickHomeBooks({ db }: Db, viewer: Viewer, { libraryId, limit }: HomeWanted) {
  const first = { limit, offset: 0 };
  const newest = { sort: 'createdAt', direction: 'desc', ...first } as const;
  const [inProgress, onDeck, added, recentlyReadBooks] = await Promise.all([
    pickReadBooks(db.readBrief, viewer, { libraryId, inProgress: true }, first),
    pickOnDeck({ db }, viewer, { libraryId, limit }),
    pickBooks(db.readBrief, viewer, { libraryId }, newest),
    pickReadBooks(db.readBrief, viewer, { libraryId }, first),
  ]);
  return { inProgress, onDeck, recentlyAddedBooks: toIds(added), recentlyReadBooks };
}

async function pickHomeSeries({ db }: Db, viewer: Viewer, { libraryId, limit }: HomeWanted) {
  const range = { direction: 'desc', limit, offset: 0 } as const;
  const [added, updated] = await Promise.all([
    pickSeries(db.readBrief, viewer, { libraryId }, { ...range, sort: 'createdAt' }),
    pickSeries(db.readBrief, viewer, { libraryId }, { ...range, sort: 'updatedAt' }),
  ]);
  return { recentlyAddedSeries: toIds(added), recentlyUpdatedSeries: toIds(updated) };
}

function byId<Row extends { readonly id: string }>(rows: readonly Row[]): (ids: readonly string[]) => Row[] {
  const known = new Map(rows.map((row) => [row.id, row]));
  return (ids) => ids.map((id) => known.get(id)).filter((row) => row !== undefined);
}

/** All lists of the home page. Lists without permission are empty. A repeated book or series is read once. */
export async function getHome(ctx: Db, viewer: Viewer, wanted: HomeWanted): Promise<Home> {
  const mayWant = viewer.permissions.has('ProgressRead') || viewer.permissions.has('BooksRead');
  const [ofBooks, ofSeries, wantToRead] = await Promise.all([
    viewer.permissions.has('BooksRead') ? pickHomeBooks(ctx, viewer, wanted) : NO_BOOKS,
    viewer.permissions.has('SeriesRead') ? pickHomeSeries(ctx, viewer, wanted) : NO_SERIES,
    mayWant ? listFirstWanted(ctx, viewer, wanted) : [],
  ]);
  const ids: HomeIds = { ...ofBooks, ...ofSeries };
  const bookIds = new Set([...ids.inProgress, ...ids.onDeck, ...ids.recentlyAddedBooks, ...ids.recentlyReadBooks]);
  const seriesIds = new Set([...ids.recentlyAddedSeries, ...ids.recentlyUpdatedSeries]);
  const [allBooks, allSeries] = await Promise.all([
    findBooksById(ctx.db.readBrief, viewer, [...bookIds]),
    findSeriesById(ctx.db.readBrief, viewer, [...seriesIds]),
  ]);
  const books = byId<Book>(allBooks);
  const series = byId<Series>(allSeries);
  return {
    inProgress: books(ids.inProgress),
    onDeck: books(ids.onDeck),
    recentlyAddedBooks: books(ids.recentlyAddedBooks),
    recentlyReadBooks: books(ids.recentlyReadBooks),
    recentlyAddedSeries: series(ids.recentlyAddedSeries),
    recentlyUpdatedSeries: series(ids.recentlyUpdatedSeries),
    wantToRead,
  };
}
