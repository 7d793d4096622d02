import { FormatError } from '@lectern/formats';
import { AppError } from '#core/errors.ts';
import { listCovers, type StoredCoverRow } from '#db/repos/covers/custom-covers.repo.ts';
import type { Covers, StoredUpload } from '#images/covers.ts';
import { UPLOAD_FORMATS } from '#images/inspect-upload.ts';
import {
  addCover,
  changeCovers,
  type ChangedOwner,
  type CoverChangeContext,
  getCover,
  keepCover,
  nameOf,
  requireRoom,
} from './change-covers.ts';

/** What adding covers takes. */
export interface UploadContext extends CoverChangeContext {
  readonly covers: Covers;
}

/**
 * Writes the files of a picture that somebody sent, before a row names them.
 * @throws {AppError} `BadRequest` when it is no picture
 */
export async function storeUpload(covers: Covers, picture: Uint8Array): Promise<StoredUpload> {
  try {
    return await covers.putUpload(picture, 'viewer');
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    const expected = error.code === 'image.unknown' ? `: expected a whole ${UPLOAD_FORMATS} picture` : '';
    throw new AppError('BadRequest', error.message + expected, { cause: error });
  }
}

/**
 * Adds a picture as a cover, and unless told otherwise chooses it and locks the choice. The files are written first: a row never names what is not
 * there.
 * @param picture bytes as they came, of any size that the door lets through
 * @throws {AppError} `BadRequest` when it is no picture, or one of the owner's covers already; `Conflict` when there are too
 *   many; `NotFound` when the owner has gone
 */
export async function uploadCover(
  ctx: UploadContext,
  owner: ChangedOwner,
  picture: Uint8Array,
  isChosen = true,
): Promise<StoredCoverRow> {
  // What is refused anyway leaves no files; who comes at the same time is refused below.
  await requireRoom(ctx.db.read, owner);
  const { key, color, mediaType, width, height } = await storeUpload(ctx.covers, picture);
  const content = { source: 'upload', coverKey: key, coverColor: color, mediaType, width, height };
  return changeCovers(ctx, owner, async (tx, at) => {
    const known = await listCovers(tx.read, owner);
    const same = known.find(({ source, coverKey }) => source === 'upload' && coverKey === key);
    if (same !== undefined) {
      const details = { coverId: same.id };
      throw new AppError('BadRequest', `This picture is cover ${same.id} of ${nameOf(owner)} already`, { details });
    }
    const add = isChosen ? addCover : keepCover;
    const id = await add(tx, owner, { ...content, fileSize: picture.byteLength }, at);
    return getCover(tx.read, owner, id);
  });
}
