import type { Book } from '@lectern/contract';
import { addressOf } from '#lib/api.ts';

/** What identifies one version of the file of a book. */
export type Printed = Pick<Book, 'id' | 'fileHash'>;

const THUMBNAIL_WIDTH = 240;

/** Version for page addresses; undefined until the file has a hash. */
export function printOf({ fileHash }: Printed): string | undefined {
  return fileHash === '' ? undefined : fileHash.slice(0, 16);
}

/** Thumbnail address; `page` from 1. */
export function pageThumbnail(book: Printed, page: number): string {
  const query = { width: THUMBNAIL_WIDTH, format: 'webp', v: printOf(book) };
  return addressOf('', 'getBookPage', { bookId: book.id, pageNumber: page }, query);
}
