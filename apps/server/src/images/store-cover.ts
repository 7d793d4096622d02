import { freeBytes } from '#files/books/free-bytes.ts';
import { CoverFiles, coverKeyOf, type StoredCover } from './cover-files.ts';
import { drawCover } from './cover-pictures.ts';

/**
 * Draws a picture as a cover and stores it, in a thread that has its bytes.
 * @param folder of covers, absolute
 * @param picture one that the picture library reads
 * @throws {FormatError} the picture cannot be decoded
 * @throws {Error} with a system `code` when the disk refuses
 */
export async function storeCover(folder: string, picture: Uint8Array): Promise<StoredCover> {
  const key = coverKeyOf(picture);
  const pictures = await drawCover(picture);
  new CoverFiles(folder).writeNow(key, pictures);
  for (const file of pictures.files) freeBytes(file);
  return { key, color: pictures.color };
}
