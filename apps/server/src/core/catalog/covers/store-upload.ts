import { FormatError } from '@lectern/formats';
import { AppError } from '#core/errors.ts';
import type { Covers, StoredUpload } from '#images/covers.ts';
import { UPLOAD_FORMATS } from '#images/inspect-upload.ts';
import { say } from '#words/say.ts';

/** Covers of one book, series or list. */
const MAX_COVERS = 100;

/** Throws `Conflict` when the owner has the maximum number of covers. */
export function requireRoom({ length }: readonly unknown[]): void {
  if (length < MAX_COVERS) return;
  throw new AppError(
    'Conflict',
    say('There can be at most {max, plural, one {# cover} other {# covers}}. Delete one first', { max: MAX_COVERS }),
  );
}

/** Throws `BadRequest` when one of the uploads has the same content key. */
export function requireNew(
  uploads: readonly { readonly id: string; readonly coverKey: string | null }[],
  key: string,
): void {
  const same = uploads.find(({ coverKey }) => coverKey === key);
  if (same === undefined) return;
  const details = { coverId: same.id };
  throw new AppError('BadRequest', say('This picture was already uploaded'), {
    details,
  });
}

/** Stores the files of an uploaded picture. Throws `BadRequest` when it is not a picture. */
export async function storeUpload(covers: Covers, picture: Uint8Array): Promise<StoredUpload> {
  try {
    return await covers.putUpload(picture, 'viewer');
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    const message =
      error.code === 'image.unknown'
        ? say('This is not a complete {formats} picture', { formats: UPLOAD_FORMATS })
        : say('This picture cannot be used: {reason}', { reason: error.message });
    throw new AppError('BadRequest', message, { cause: error });
  }
}
