/** Upload limit of the server, in bytes. */
export const MAX_PICTURE_BYTES = 20 * 1024 * 1024;
/** The same limit as text. */
export const LARGEST_PICTURE = '20 MB';

/** A file the server would refuse, rejected before the upload. */
export class PictureRefused extends Error {
  override readonly name = 'PictureRefused';
  readonly reason: 'no-picture' | 'too-large';

  constructor(reason: PictureRefused['reason']) {
    super(reason);
    this.reason = reason;
  }
}

/**
 * Systems without a type for a format leave it empty; the server checks the bytes.
 * @throws {PictureRefused}
 */
export function checkPicture(file: File): Blob {
  if (file.size > MAX_PICTURE_BYTES) throw new PictureRefused('too-large');
  if (file.type === '') return new Blob([file], { type: 'image/unknown' });
  if (!file.type.startsWith('image/')) throw new PictureRefused('no-picture');
  return file;
}

/** The first dropped or pasted file; pictures go first. */
export function findFile(transfer: DataTransfer | null): File | undefined {
  const files = [...(transfer?.files ?? [])];
  return files.find(({ type }) => type.startsWith('image/')) ?? files[0];
}
