import { addressOf, type BookCover, type BookCovers, type SeriesCover, type SeriesCovers } from '@lectern/contract';
import type { Database } from '#db/open.ts';
import { coverSourceOf } from '#db/repos/covers/cover-source.ts';
import {
  type CoverOwner,
  isCoverLocked,
  listCovers,
  type StoredCoverRow,
} from '#db/repos/covers/custom-covers.repo.ts';

function toCover(row: StoredCoverRow, path: string) {
  return {
    id: row.id,
    source: coverSourceOf(row.source) ?? 'upload',
    path,
    isSelected: row.isSelected === 1,
    width: row.width,
    height: row.height,
    page: row.page,
    fromBookId: row.fromBookId,
    coverVersion: row.coverKey,
    coverPlaceholder: row.coverColor,
    createdAt: new Date(row.createdAt).toISOString(),
    updatedAt: new Date(row.updatedAt).toISOString(),
  };
}

/** A row as the resource of a book. */
export function toBookCover(bookId: string, row: StoredCoverRow): BookCover {
  return { ...toCover(row, addressOf('', 'getBookCoverImage', { id: bookId, coverId: row.id })), bookId };
}

/** A row as the resource of a series. */
export function toSeriesCover(seriesId: string, row: StoredCoverRow): SeriesCover {
  return { ...toCover(row, addressOf('', 'getSeriesCoverImage', { id: seriesId, coverId: row.id })), seriesId };
}

/** All covers of a book that was found for its viewer. */
export async function readBookCovers({ read }: Database, owner: CoverOwner): Promise<BookCovers> {
  const [rows, coverLock] = await Promise.all([listCovers(read, owner), isCoverLocked(read, owner)]);
  return { covers: rows.map((row) => toBookCover(owner.id, row)), coverLock };
}

/** All covers of a series that was found for its viewer. */
export async function readSeriesCovers({ read }: Database, owner: CoverOwner): Promise<SeriesCovers> {
  const [rows, coverLock] = await Promise.all([listCovers(read, owner), isCoverLocked(read, owner)]);
  return { covers: rows.map((row) => toSeriesCover(owner.id, row)), coverLock };
}
