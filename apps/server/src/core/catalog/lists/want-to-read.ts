import type { WantedItem } from '@lectern/contract';
import type { ReadContext } from '../contexts.ts';
import { type Listed, type PageWanted, toSlice } from '#core/page.ts';
import { getPreference } from '#core/people/preferences.ts';
import type { Viewer } from '#core/viewer.ts';
import { findBooksById } from '#db/repos/rows/book-rows.ts';
import { findSeriesById } from '#db/repos/rows/series-rows.ts';
import {
  countWanted,
  pickWanted,
  type WantedFilter,
  type WantedRow,
  type WantedSort,
} from '#db/repos/rows/want-to-read.repo.ts';

/** Rows with their series or books. Hidden ones are left out. */
export async function toItems({ db }: ReadContext, viewer: Viewer, rows: readonly WantedRow[]): Promise<WantedItem[]> {
  const seriesIds = rows.map(({ seriesId }) => seriesId).filter((id) => id !== null);
  const bookIds = rows.map(({ bookId }) => bookId).filter((id) => id !== null);
  const [allSeries, books] = await Promise.all([
    findSeriesById(db.read, viewer, seriesIds),
    findBooksById(db.read, viewer, bookIds),
  ]);
  const seriesById = new Map(allSeries.map((series) => [series.id, series]));
  const bookById = new Map(books.map((book) => [book.id, book]));
  return rows.flatMap(({ id, seriesId, bookId, addedAt }): WantedItem[] => {
    const entry = { id, addedAt: new Date(addedAt).toISOString() };
    const series = seriesById.get(seriesId ?? '');
    if (series !== undefined) return [{ ...entry, itemType: 'series', seriesId: series.id, series }];
    const book = bookById.get(bookId ?? '');
    return book === undefined ? [] : [{ ...entry, itemType: 'book', bookId: book.id, book }];
  });
}

/** The viewer's entries. Deleted and hidden ones are left out but keep their places. */
export async function listWantToRead(
  ctx: ReadContext,
  viewer: Viewer,
  { page, pageSize, sort, libraryId, itemType }: PageWanted & WantedFilter & { readonly sort: WantedSort },
): Promise<Listed<WantedItem>> {
  const [rows, total] = await Promise.all([
    pickWanted(ctx.db.read, viewer, { sort, libraryId, itemType }, toSlice({ page, pageSize })),
    countWanted(ctx.db.read, viewer, { libraryId, itemType }),
  ]);
  return { rows: await toItems(ctx, viewer, rows), total };
}

/** The first entries in the viewer's preferred order. */
export async function listFirstWanted(
  ctx: ReadContext,
  viewer: Viewer,
  { limit, libraryId }: { readonly limit: number; readonly libraryId?: string | undefined },
): Promise<WantedItem[]> {
  const { value } = await getPreference(ctx, viewer, 'want_to_read.sort');
  const sort = value === 'oldest' || value === 'custom' ? value : 'newest';
  return await toItems(
    ctx,
    viewer,
    await pickWanted(ctx.db.readBrief, viewer, { sort, libraryId }, { limit, offset: 0 }),
  );
}
