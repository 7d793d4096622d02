import { FormatError } from '@lectern/formats';
import { AppError } from '#core/errors.ts';
import type { Covers, StoredUpload } from '#images/covers.ts';
import { UPLOAD_FORMATS } from '#images/inspect-upload.ts';

/** Covers of one book, series or list. */
const MAX_COVERS = 100;

/** Throws `Conflict` when the owner has the maximum number of covers. */
export function requireRoom(owner: string, { length }: readonly unknown[]): void {
  if (length < MAX_COVERS) return;
  throw new AppError('Conflict', `${owner} has ${length} covers, the most it can have: delete one first`);
}

/** Throws `BadRequest` when one of the uploads has the same content key. */
export function requireNew(
  owner: string,
  uploads: readonly { readonly id: string; readonly coverKey: string | null }[],
  key: string,
): void {
  const same = uploads.find(({ coverKey }) => coverKey === key);
  if (same === undefined) return;
  const details = { coverId: same.id };
  throw new AppError('BadRequest', `This picture is cover ${same.id} of ${owner} already`, { details });
}

/** Stores the files of an uploaded picture. Throws `BadRequest` when it is not a picture. */
export async function storeUpload(covers: Covers, picture: Uint8Array): Promise<StoredUpload> {
  try {
    return await covers.putUpload(picture, 'viewer');
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    const expected = error.code === 'image.unknown' ? `: expected a whole ${UPLOAD_FORMATS} picture` : '';
    throw new AppError('BadRequest', error.message + expected, { cause: error });
  }
}
