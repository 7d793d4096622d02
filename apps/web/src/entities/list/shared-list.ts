import { plural, t } from '@lingui/core/macro';
import type { Collection, ReadList } from '@lectern/contract';
import { buildAddress } from '#lib/api.ts';
import type { CoverPicture } from '#ui/pictures/cover.tsx';

/** A collection of series or a reading list of books, shared between users. */
export type SharedList =
  | { readonly kind: 'collection'; readonly list: Collection }
  | { readonly kind: 'readList'; readonly list: ReadList };

export type ListKind = SharedList['kind'];

/** Words for one kind of lists. */
export const LIST_WORDS = {
  collection: {
    many: t`Collections`,
    add: t`New collection`,
    none: t`There are no collections yet. Type a name above to create one.`,
    unmatched: t`No collection matches.`,
  },
  readList: {
    many: t`Reading lists`,
    add: t`New reading list`,
    none: t`There are no reading lists yet. Type a name above to create one.`,
    unmatched: t`No reading list matches.`,
  },
} as const satisfies Readonly<Record<ListKind, object>>;

function buildPicture({ kind, list }: SharedList, query: Readonly<Record<string, string>>): CoverPicture {
  const name = kind === 'collection' ? 'getCollectionThumbnail' : 'getReadListThumbnail';
  return {
    title: list.name,
    placeholder: null,
    addressFor: (width) => buildAddress(name, { id: list.id }, { ...query, width }),
  };
}

function isEmpty({ kind, list }: SharedList): boolean {
  return (kind === 'collection' ? list.seriesCount : list.bookCount) === 0;
}

/** The uploaded picture, else the cover of the chosen member, else a collage. */
export function listCover(shared: SharedList): CoverPicture {
  const { coverVersion, updatedAt } = shared.list;
  const picture = buildPicture(shared, { v: coverVersion ?? updatedAt });
  return coverVersion === null && isEmpty(shared) ? { ...picture, addressFor: undefined } : picture;
}

/** The collage; absent for an empty list. */
export function membersCover(shared: SharedList): CoverPicture {
  const picture = buildPicture(shared, { source: 'automatic', v: shared.list.updatedAt });
  return isEmpty(shared) ? { ...picture, addressFor: undefined } : picture;
}

/** "12 series", "5 books, in order", "By a rule". */
export function listFacts({ kind, list }: SharedList): string {
  if (kind === 'collection') {
    const { seriesCount, ordered } = list;
    if (seriesCount === null) return t`By a rule`;
    return ordered
      ? plural(seriesCount, { one: '# series, in order', other: '# series, in order' })
      : plural(seriesCount, { one: '# series', other: '# series' });
  }
  const { bookCount, ordered } = list;
  return ordered
    ? plural(bookCount, { one: '# book, in order', other: '# books, in order' })
    : plural(bookCount, { one: '# book', other: '# books' });
}
