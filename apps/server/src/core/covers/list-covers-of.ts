import type { Viewer } from '#core/viewer.ts';
import {
  type CoverOwner,
  isCoverLocked,
  listCovers,
  type StoredCoverRow,
} from '#db/repos/covers/custom-covers.repo.ts';
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
