import type { FullBook, FullSeries } from '@lectern/contract';
import { toFullBooks } from '#core/metadata/full-books.ts';
import { toFullSeries } from '#core/metadata/full-series.ts';
import type { Viewer } from '#core/viewer.ts';
import type { ReadDb } from '#db/open.ts';
import { findBooksById } from '#db/repos/catalog/books.repo.ts';
import { listNamesHolding, listRatingNotes } from '#db/repos/system/exports.repo.ts';
import { findSeriesById } from '#db/repos/catalog/series.repo.ts';

/** A series with everything that an export can tell of it. */
export interface ExportedSeries {
  readonly full: FullSeries;
  readonly userRating: number | null;
  readonly communityRating: number | null;
  readonly notes: string | null;
  readonly collections: readonly string[];
}

/** A book with everything that an export can tell of it. */
export interface ExportedBook {
  readonly full: FullBook;
  readonly readLists: readonly string[];
}

/** Some series as the viewer sees them, in the order of their ids; those that are gone or hidden by now are left out. */
export async function readSeriesRows(db: ReadDb, viewer: Viewer, ids: readonly string[]): Promise<ExportedSeries[]> {
  const series = (await findSeriesById(db, viewer, ids)).filter(({ bookCount }) => bookCount > 0);
  const [all, notes, collections] = await Promise.all([
    toFullSeries(db, viewer, series),
    listRatingNotes(db, viewer.userId, ids),
    listNamesHolding(db, 'collection', ids),
  ]);
  const byId = new Map(series.map((one) => [one.id, one]));
  return all.map((full) => ({
    full,
    userRating: byId.get(full.id)?.userRating ?? null,
    communityRating: byId.get(full.id)?.communityRating ?? null,
    notes: notes.get(full.id) ?? null,
    collections: collections.get(full.id) ?? [],
  }));
}

/** The same of books. */
export async function readBookRows(db: ReadDb, viewer: Viewer, ids: readonly string[]): Promise<ExportedBook[]> {
  const books = (await findBooksById(db, viewer, ids)).filter(({ deleted }) => !deleted);
  const [all, readLists] = await Promise.all([toFullBooks(db, viewer, books), listNamesHolding(db, 'readList', ids)]);
  return all.map((full) => ({ full, readLists: readLists.get(full.id) ?? [] }));
}
