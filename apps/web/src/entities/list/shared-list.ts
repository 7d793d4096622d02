import type { Collection, ReadList } from '@lectern/contract';
import { addressOf } from '#lib/api.ts';
import { formatCount } from '#lib/format.ts';
import type { CoverPicture } from '#ui/pictures/cover.tsx';

/** A list that all share: a collection of series, or a reading list of books. */
export type SharedList =
  | { readonly kind: 'collection'; readonly list: Collection }
  | { readonly kind: 'readList'; readonly list: ReadList };

export type ListKind = SharedList['kind'];

/** What a list is called in a sentence, and what the things in it are. */
export const LIST_WORDS = {
  collection: { one: 'collection', many: 'Collections', member: 'series' },
  readList: { one: 'reading list', many: 'Reading lists', member: 'book' },
} as const satisfies Readonly<Record<ListKind, object>>;

function pictureOf({ kind, list }: SharedList, query: Readonly<Record<string, string>>): CoverPicture {
  const name = kind === 'collection' ? 'getCollectionThumbnail' : 'getReadListThumbnail';
  return {
    title: list.name,
    placeholder: null,
    addressFor: (width) => addressOf('', name, { id: list.id }, { ...query, width }),
  };
}

function isEmpty({ kind, list }: SharedList): boolean {
  return (kind === 'collection' ? list.seriesCount : list.bookCount) === 0;
}

/** The picture of a list: the one that was sent for it, else that of its chosen member, else of several. */
export function listCover(shared: SharedList): CoverPicture {
  const { coverVersion, updatedAt } = shared.list;
  const picture = pictureOf(shared, { v: coverVersion ?? updatedAt });
  return coverVersion === null && isEmpty(shared) ? { ...picture, addressFor: undefined } : picture;
}

/** The picture that the members of a list make, whatever it shows. Without members there is none. */
export function membersCover(shared: SharedList): CoverPicture {
  const picture = pictureOf(shared, { source: 'automatic', v: shared.list.updatedAt });
  return isEmpty(shared) ? { ...picture, addressFor: undefined } : picture;
}

/** "12 series", "5 books in order", "By a rule". */
export function listFacts({ kind, list }: SharedList): string {
  if (kind === 'collection' && list.seriesCount === null) return 'By a rule';
  const count =
    kind === 'collection'
      ? formatCount(list.seriesCount ?? 0, 'series', 'series')
      : formatCount(list.bookCount, 'book');
  return list.ordered ? `${count}, in order` : count;
}
