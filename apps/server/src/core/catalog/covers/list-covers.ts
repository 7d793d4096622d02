import { buildAddress, type BookCover, type SeriesCover } from '@lectern/contract';
import type { Viewer } from '#core/viewer.ts';
import type { Database } from '#db/open.ts';
import { type CoverOwner, listCovers, type StoredCoverRow } from '#db/repos/covers/stored-covers.repo.ts';
import { isCoverLocked } from '#db/repos/covers/cover-locks.repo.ts';
import { parseCoverSource } from '#db/repos/rows/covers.repo.ts';
import { getCoverOwner } from './cover-owner.ts';
import type { ChangeContext } from '../contexts.ts';

/** A cover for the Komga dialect. Its size is null when it was never measured. */
export type CoverOnList = Pick<StoredCoverRow, 'id' | 'mediaType' | 'fileSize' | 'width' | 'height'> & {
  /** Null for the automatic cover, whose id is the id of its owner. */
  readonly source: string | null;
  readonly isSelected: boolean;
};

/** Lists the covers of a book or series: the automatic one, then the others, newest first. Throws `NotFound`. */
export async function listAllCovers(
  ctx: Pick<ChangeContext, 'db'>,
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

function toFields(row: StoredCoverRow, path: string) {
  return {
    id: row.id,
    source: parseCoverSource(row.source) ?? 'upload',
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

/** A row in the form of the API. */
export function toBookCover(bookId: string, row: StoredCoverRow): BookCover {
  return { ...toFields(row, buildAddress('', 'getBookCoverImage', { id: bookId, coverId: row.id })), bookId };
}

/** A row in the form of the API. */
export function toSeriesCover(seriesId: string, row: StoredCoverRow): SeriesCover {
  return { ...toFields(row, buildAddress('', 'getSeriesCoverImage', { id: seriesId, coverId: row.id })), seriesId };
}

/** Stored covers of an owner in the form of the API, and whether the choice is locked. */
export async function readCovers<Cover>(
  { read }: Database,
  owner: CoverOwner,
  toCover: (ownerId: string, row: StoredCoverRow) => Cover,
): Promise<{ covers: Cover[]; coverLock: boolean }> {
  const [rows, coverLock] = await Promise.all([listCovers(read, owner), isCoverLocked(read, owner)]);
  return { covers: rows.map((row) => toCover(owner.id, row)), coverLock };
}
