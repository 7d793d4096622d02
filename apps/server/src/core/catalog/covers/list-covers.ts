import { addressOf, type BookCover, type BookCovers, type SeriesCover, type SeriesCovers } from '@lectern/contract';
import type { Viewer } from '#core/viewer.ts';
import type { Database } from '#db/open.ts';
import { type CoverOwner, listCovers, type StoredCoverRow } from '#db/repos/covers/stored-covers.repo.ts';
import { isCoverLocked } from '#db/repos/covers/cover-locks.repo.ts';
import { coverSourceOf } from '#db/repos/rows/covers.repo.ts';
import { type CoverChangeContext, getCoverOwner } from './change-covers.ts';

/** A cover that can be shown; its size is null where that was never measured. */
export type CoverOnList = Pick<StoredCoverRow, 'id' | 'mediaType' | 'fileSize' | 'width' | 'height'> & {
  /** Null for the automatic one, which has the id of what it is the cover of. */
  readonly source: string | null;
  readonly isSelected: boolean;
};

/**
 * The covers of a book or series that can be shown: the automatic one, then the others, the latest first.
 * @throws {AppError} `NotFound`
 */
export async function listCoversOf(
  ctx: Pick<CoverChangeContext, 'db'>,
  viewer: Viewer,
  kind: CoverOwner['kind'],
  id: string,
): Promise<CoverOnList[]> {
  const owner = await getCoverOwner(ctx, viewer, kind, id);
  const [rows, isLocked] = await Promise.all([listCovers(ctx.db.read, owner), isCoverLocked(ctx.db.read, owner)]);
  const others = rows.map(({ isSelected, ...row }) => ({ ...row, isSelected: isSelected === 1 }));
  const isAutomatic = !others.some(({ isSelected }) => isSelected) && !isLocked;
  const size = { mediaType: null, fileSize: null, width: null, height: null };
  return [{ id, source: null, isSelected: isAutomatic, ...size }, ...others];
}

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
