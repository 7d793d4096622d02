import { t } from '@lingui/core/macro';
import type { Book } from '@lectern/contract';
import { buildAddress } from '#lib/api.ts';
import { formatNumber } from '#lib/format.ts';

/** What identifies one version of the file of a book. */
export type VersionedBook = Pick<Book, 'id' | 'fileHash'>;

const THUMBNAIL_WIDTH = 240;

/** Version for page addresses; undefined until the file has a hash. */
export function findFileVersion({ fileHash }: VersionedBook): string | undefined {
  return fileHash === '' ? undefined : fileHash.slice(0, 16);
}

/** "Page 12"; `number` from 1. */
export function pageName(number: number): string {
  const page = formatNumber(number);
  return t`Page ${page}`;
}

/** Thumbnail address; `page` from 1. */
export function pageThumbnail(book: VersionedBook, page: number): string {
  const query = { width: THUMBNAIL_WIDTH, format: 'webp', v: findFileVersion(book) };
  return buildAddress('getBookPage', { bookId: book.id, pageNumber: page }, query);
}
