import type { Book, BookCover, Series, SeriesCover } from '@lectern/contract';
import { bookCover } from '#entities/book/book-cover.ts';
import { seriesCover } from '#entities/series/series-tile.tsx';
import { addressOf } from '#lib/api.ts';
import type { CoverPicture } from '#ui/cover.tsx';

/** A book or series whose cover can be chosen. */
export type CoverOwner =
  | { readonly kind: 'book'; readonly id: string; readonly book: Book }
  | { readonly kind: 'series'; readonly id: string; readonly series: Series };

/** One of the covers that somebody gave to a book or series. */
export type GivenCover = BookCover | SeriesCover;

/** What the owner is called. */
export function titleOf(owner: CoverOwner): string {
  return owner.kind === 'book' ? owner.book.title : owner.series.title;
}

/** The picture that the owner shows now. */
function shownPicture(owner: CoverOwner): CoverPicture {
  return owner.kind === 'book' ? bookCover(owner.book) : seriesCover(owner.series);
}

/** The picture of one of the covers that an owner can choose. */
export function givenPicture(owner: CoverOwner, cover: GivenCover): CoverPicture {
  const name = owner.kind === 'book' ? 'getBookCoverImage' : 'getSeriesCoverImage';
  const params = { id: owner.id, coverId: cover.id };
  return {
    title: titleOf(owner),
    placeholder: cover.coverPlaceholder,
    addressFor: (width) => addressOf('', name, params, { width, v: cover.coverVersion }),
  };
}

/**
 * The picture that would be shown if nothing was chosen: what is shown when nothing is, and for a series the cover of its
 * first book. For a book it is asked for apart.
 */
export function automaticPicture(owner: CoverOwner, isChosen: boolean, books: readonly Book[]): CoverPicture {
  if (!isChosen) return shownPicture(owner);
  if (owner.kind === 'series') {
    const first = books.find(({ coverVersion }) => coverVersion !== null);
    return first === undefined ? { ...shownPicture(owner), addressFor: undefined } : bookCover(first);
  }
  const query = { source: 'automatic' };
  return {
    title: titleOf(owner),
    placeholder: null,
    addressFor: (width) => addressOf('', 'getBookThumbnail', { id: owner.id }, { ...query, width }),
  };
}
