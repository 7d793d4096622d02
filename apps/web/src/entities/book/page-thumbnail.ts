import type { Book } from '@lectern/contract';
import { addressOf } from '#lib/api.ts';

/** What tells one state of a book's file from another. */
export type Printed = Pick<Book, 'id' | 'fileHash'>;

const THUMBNAIL_WIDTH = 240;

/** The version in the addresses of a book's pages; undefined while the file has no fingerprint. */
export function printOf({ fileHash }: Printed): string | undefined {
  return fileHash === '' ? undefined : fileHash.slice(0, 16);
}

/** Address of a small picture of a page, counted from 1. */
export function pageThumbnail(book: Printed, page: number): string {
  const query = { width: THUMBNAIL_WIDTH, format: 'webp', v: printOf(book) };
  return addressOf('', 'getBookPage', { bookId: book.id, pageNumber: page }, query);
}
