import type { Book, BookCover, Series } from '@lectern/contract';
import { bookCover } from '#entities/book/book-cover.ts';
import { LIST_WORDS, membersCover, type SharedList } from '#entities/list/shared-list.ts';
import { seriesCover } from '#entities/series/series-tile.tsx';
import { addressOf } from '#lib/api.ts';
import type { CoverPicture } from '#ui/pictures/cover.tsx';

interface ListOwner {
  readonly kind: 'list';
  readonly id: string;
  readonly shared: SharedList;
}

/** A book, series or list whose cover can be chosen. */
export type CoverOwner =
  | { readonly kind: 'book'; readonly id: string; readonly book: Book }
  | { readonly kind: 'series'; readonly id: string; readonly series: Series }
  | ListOwner;

/** The same as far as its covers are asked for. */
export type CoverTarget = { readonly kind: 'book' | 'series'; readonly id: string } | ListOwner;

/** One of the covers that somebody gave to a book, series or list. */
export type GivenCover = Pick<
  BookCover,
  ('id' | 'source' | 'isSelected' | 'width' | 'height') | ('page' | 'fromBookId' | 'coverVersion' | 'coverPlaceholder')
>;

/** What the covers of each kind of thing are asked for by. */
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

/** The routes of the covers of an owner. */
export function routesOf(owner: CoverTarget): (typeof ROUTES)[keyof typeof ROUTES] {
  return ROUTES[owner.kind === 'list' ? owner.shared.kind : owner.kind];
}

/** What the owner is called. */
export function titleOf(owner: CoverOwner): string {
  if (owner.kind === 'list') return owner.shared.list.name;
  return owner.kind === 'book' ? owner.book.title : owner.series.title;
}

/** What the owner is, in a sentence. */
export function wordOf(owner: CoverOwner): string {
  return owner.kind === 'list' ? LIST_WORDS[owner.shared.kind].one : owner.kind;
}

/** The picture that the owner shows now. */
function shownPicture(owner: Exclude<CoverOwner, ListOwner>): CoverPicture {
  return owner.kind === 'book' ? bookCover(owner.book) : seriesCover(owner.series);
}

/** The picture of one of the covers that an owner can choose. */
export function givenPicture(owner: CoverOwner, cover: GivenCover): CoverPicture {
  const params = { id: owner.id, coverId: cover.id };
  return {
    title: titleOf(owner),
    placeholder: cover.coverPlaceholder,
    addressFor: (width) => addressOf('', routesOf(owner).image, params, { width, v: cover.coverVersion }),
  };
}

/**
 * The picture that would be shown if nothing was chosen: what is shown when nothing is, and for a series the cover of its
 * first book. For a book and a list it is asked for apart.
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
    title: titleOf(owner),
    placeholder: null,
    addressFor: (width) => addressOf('', 'getBookThumbnail', { id: owner.id }, { ...query, width }),
  };
}
