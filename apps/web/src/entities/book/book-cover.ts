import type { Book } from '@lectern/contract';
import { addressOf } from '#lib/api.ts';
import type { CoverPicture } from '#ui/pictures/cover.tsx';

/** The cover of a book under an address that changes with the picture, so that it may be kept for ever. */
export function bookCover({ id, title, coverVersion: v, coverPlaceholder }: Book): CoverPicture {
  return {
    title,
    placeholder: coverPlaceholder,
    addressFor: v === null ? undefined : (width) => addressOf('', 'getBookThumbnail', { id }, { width, v }),
  };
}
