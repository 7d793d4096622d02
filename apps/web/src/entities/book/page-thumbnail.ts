import { t } from '@lingui/core/macro';
import type { Book } from '@lectern/contract';
import { buildAddress } from '#lib/api.ts';
import { formatNumber } from '#lib/format.ts';

/** What identifies one version of the file of a book. */
export interface VersionedBook extends Pick<Book, 'id' | 'fileHash'> {
  /** The link through which it is read; absent for a book of the account. */
  readonly shareId?: string;
}

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

/** Address of a page; `page` from 1. */
export function pageAddress(book: VersionedBook, page: number, query: Parameters<typeof buildAddress>[2]): string {
  const [params, versioned] = [
    { bookId: book.id, pageNumber: page },
    { ...query, v: findFileVersion(book) },
  ];
  if (book.shareId === undefined) return buildAddress('getBookPage', params, versioned);
  return buildAddress('getSharedPage', { ...params, id: book.shareId }, versioned);
}

/** Thumbnail address; `page` from 1. */
export function pageThumbnail(book: VersionedBook, page: number): string {
  return pageAddress(book, page, { width: THUMBNAIL_WIDTH, format: 'webp' });
}
