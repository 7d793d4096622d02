import type { BinnedBook, BinnedSeries } from '@lectern/contract';
import { type Listed, type PageWanted, toSlice } from '#core/page.ts';
import type { Settings } from '#core/settings/settings.ts';
import type { Viewer } from '#core/viewer.ts';
import {
  type BinFilter,
  countBinnedBooks,
  countBinnedSeries,
  listBinnedBooks,
  listBinnedSeries,
} from '#db/repos/catalog/bin-lists.repo.ts';
import type { ReadContext } from '../contexts.ts';

type BinWanted = BinFilter & PageWanted;

const DAY_MS = 86_400_000;
const toTime = (at: number): string => new Date(at).toISOString();

/** Books of the bin that the viewer may see, the last deleted first. */
export async function listBooksOfBin(
  { db, settings }: ReadContext & { readonly settings: Settings },
  viewer: Viewer,
  wanted: BinWanted,
): Promise<Listed<BinnedBook>> {
  const { page, pageSize, ...filter } = wanted;
  const [rows, total] = await Promise.all([
    listBinnedBooks(db.read, viewer, { ...filter, ...toSlice({ page, pageSize }) }),
    countBinnedBooks(db.read, viewer, filter),
  ]);
  const keptMs = settings.get('bin.keep_files_days') * DAY_MS;
  const books = rows.map(({ binnedAt, binnedBy, username, trashedAt, ...book }) => ({
    ...book,
    isFileInTrash: trashedAt !== null,
    fileKeptUntil: trashedAt === null || keptMs === 0 ? null : toTime(trashedAt + keptMs),
    deletedAt: toTime(binnedAt),
    deletedBy: binnedBy === null || username === null ? null : { id: binnedBy, username },
  }));
  return { rows: books, total };
}

/** Series with such books, the last deleted first. */
export async function listSeriesOfBin(
  { db }: ReadContext,
  viewer: Viewer,
  wanted: BinWanted,
): Promise<Listed<BinnedSeries>> {
  const { page, pageSize, ...filter } = wanted;
  const [rows, total] = await Promise.all([
    listBinnedSeries(db.read, viewer, { ...filter, ...toSlice({ page, pageSize }) }),
    countBinnedSeries(db.read, viewer, filter),
  ]);
  return { rows: rows.map((series) => ({ ...series, deletedAt: toTime(series.deletedAt) })), total };
}
