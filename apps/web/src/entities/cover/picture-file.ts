/** Largest picture that the server takes as a cover, in bytes. */
export const MAX_PICTURE_BYTES = 20 * 1024 * 1024;
/** The same for people. */
export const LARGEST_PICTURE = '20 MB';
/** What the server takes as a cover. */
export const PICTURE_FORMATS = 'JPEG, PNG, WebP, GIF or AVIF';

/** A file that need not be sent to know that it is refused. */
export class PictureRefused extends Error {
  override readonly name = 'PictureRefused';
  readonly reason: 'no-picture' | 'too-large';

  constructor(reason: PictureRefused['reason']) {
    super(reason);
    this.reason = reason;
  }
}

/**
 * The file as it is sent. Systems that know no type for a format leave it empty; the server looks at the bytes then.
 * @throws {PictureRefused}
 */
export function checkPicture(file: File): Blob {
  if (file.size > MAX_PICTURE_BYTES) throw new PictureRefused('too-large');
  if (file.type === '') return new Blob([file], { type: 'image/unknown' });
  if (!file.type.startsWith('image/')) throw new PictureRefused('no-picture');
  return file;
}

/** The first file that was dropped or pasted; a picture goes before anything else. */
export function fileOf(transfer: DataTransfer | null): File | undefined {
  const files = [...(transfer?.files ?? [])];
  return files.find(({ type }) => type.startsWith('image/')) ?? files[0];
}
