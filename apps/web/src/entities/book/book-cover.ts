import type { Book } from '@lectern/contract';
import { buildAddress } from '#lib/api.ts';
import type { CoverPicture } from '#ui/pictures/cover.tsx';

/** The version in the address changes with the picture, so the browser may cache it forever. */
export function bookCover({ id, title, coverVersion: v, coverPlaceholder }: Book): CoverPicture {
  return {
    title,
    placeholder: coverPlaceholder,
    addressFor: v === null ? undefined : (width) => buildAddress('getBookThumbnail', { id }, { width, v }),
  };
}
