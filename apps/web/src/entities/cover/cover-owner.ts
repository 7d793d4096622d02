import type { Book, BookCover, Series } from '@lectern/contract';
import { bookCover } from '#entities/book/book-cover.ts';
import { membersCover, type SharedList } from '#entities/list/shared-list.ts';
import { seriesCover } from '#entities/series/series-tile.tsx';
import { buildAddress } from '#lib/api.ts';
import type { CoverPicture } from '#ui/pictures/cover.tsx';

interface ListOwner {
  readonly kind: 'list';
  readonly id: string;
  readonly shared: SharedList;
}

/** A book, series or list whose cover can be changed. */
export type CoverOwner =
  | { readonly kind: 'book'; readonly id: string; readonly book: Book }
  | { readonly kind: 'series'; readonly id: string; readonly series: Series }
  | ListOwner;

/** The part of an owner that requests need. */
export type CoverTarget = { readonly kind: 'book' | 'series'; readonly id: string } | ListOwner;

/** An alternative cover added by a user or found by a scan. */
export type GivenCover = Pick<
  BookCover,
  ('id' | 'source' | 'isSelected' | 'width' | 'height') | ('page' | 'fromBookId' | 'coverVersion' | 'coverPlaceholder')
>;

const ROUTES = {
  book: {
    list: 'listBookCovers',
    upload: 'uploadBookCover',
    select: 'selectBookCover',
    reset: 'resetBookCover',
    remove: 'deleteBookCover',
    image: 'getBookCoverImage',
  },
  series: {
    list: 'listSeriesCovers',
    upload: 'uploadSeriesCover',
    select: 'selectSeriesCover',
    reset: 'resetSeriesCover',
    remove: 'deleteSeriesCover',
    image: 'getSeriesCoverImage',
  },
  collection: {
    list: 'listCollectionCovers',
    upload: 'uploadCollectionCover',
    select: 'selectCollectionCover',
    reset: 'resetCollectionCover',
    remove: 'deleteCollectionCover',
    image: 'getCollectionCoverImage',
  },
  readList: {
    list: 'listReadListCovers',
    upload: 'uploadReadListCover',
    select: 'selectReadListCover',
    reset: 'resetReadListCover',
    remove: 'deleteReadListCover',
    image: 'getReadListCoverImage',
  },
} as const;

export function getCoverRoutes(owner: CoverTarget): (typeof ROUTES)[keyof typeof ROUTES] {
  return ROUTES[owner.kind === 'list' ? owner.shared.kind : owner.kind];
}

export function getOwnerTitle(owner: CoverOwner): string {
  if (owner.kind === 'list') return owner.shared.list.name;
  return owner.kind === 'book' ? owner.book.title : owner.series.title;
}

function shownPicture(owner: Exclude<CoverOwner, ListOwner>): CoverPicture {
  return owner.kind === 'book' ? bookCover(owner.book) : seriesCover(owner.series);
}

export function givenPicture(owner: CoverOwner, cover: GivenCover): CoverPicture {
  const params = { id: owner.id, coverId: cover.id };
  return {
    title: getOwnerTitle(owner),
    placeholder: cover.coverPlaceholder,
    addressFor: (width) => buildAddress(getCoverRoutes(owner).image, params, { width, v: cover.coverVersion }),
  };
}

/**
 * The picture without any choice. For a series that is the cover of its first book; books and lists need a separate
 * request.
 */
export function automaticPicture(owner: CoverOwner, isChosen: boolean, books: readonly Book[]): CoverPicture {
  if (owner.kind === 'list') return membersCover(owner.shared);
  if (!isChosen) return shownPicture(owner);
  if (owner.kind === 'series') {
    const first = books.find(({ coverVersion }) => coverVersion !== null);
    return first === undefined ? { ...shownPicture(owner), addressFor: undefined } : bookCover(first);
  }
  const query = { source: 'automatic' };
  return {
    title: getOwnerTitle(owner),
    placeholder: null,
    addressFor: (width) => buildAddress('getBookThumbnail', { id: owner.id }, { ...query, width }),
  };
}
