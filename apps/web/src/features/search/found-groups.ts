import { plural, t } from '@lingui/core/macro';
import type { LinkProps } from '@tanstack/react-router';
import type { Book, Collection, ReadList, SearchResult, Series } from '@lectern/contract';
import { bookCover } from '#entities/book/book-cover.ts';
import { termLink } from '#entities/condition/term-link.ts';
import { seriesCover } from '#entities/series/series-tile.tsx';
import { formatCount } from '#lib/format.ts';
import type { CoverPicture } from '#ui/pictures/cover.tsx';
import type { IconName } from '#ui/pictures/icon.tsx';

export interface FoundItem {
  readonly key: string;
  readonly title: string;
  readonly detail: string;
  /** A matching name other than the title. */
  readonly also?: string;
  readonly link: LinkProps;
  readonly icon: IconName;
  readonly cover?: CoverPicture;
}

/** Results of one kind, best first. */
export interface FoundGroup {
  readonly label: string;
  readonly items: readonly FoundItem[];
}

/** Groups the answer; empty kinds are left out. */
export function foundGroups(found: SearchResult): readonly FoundGroup[] {
  const { series, books, people, publishers, genres, tags, collections, readLists } = found;
  const groups = [
    { label: t`Series`, items: series.items.map(seriesItem) },
    { label: t`Books`, items: books.items.map(bookItem) },
    { label: t`People`, items: people.items.map((name) => nameItem('author', name)) },
    { label: t`Publishers`, items: publishers.items.map((name) => nameItem('publisher', name)) },
    { label: t`Genres`, items: genres.items.map((term) => termItem('genre', term)) },
    { label: t`Tags`, items: tags.items.map((term) => termItem('tag', term)) },
    { label: t`Collections`, items: collections.items.map(collectionItem) },
    { label: t`Reading lists`, items: readLists.items.map(readListItem) },
  ];
  return groups.filter(({ items }) => items.length > 0);
}

function seriesItem(series: Series): FoundItem {
  const { id, title, bookCount, libraryName, year, publisher } = series;
  const facts = [
    plural(bookCount, { one: '# book', other: '# books' }),
    year === null ? undefined : String(year),
    libraryName,
  ];
  return {
    key: id,
    title,
    detail: facts.filter((fact) => fact !== undefined).join(' · '),
    ...(publisher === null ? {} : { also: publisher }),
    link: { to: '/series/$seriesId', params: { seriesId: id } },
    icon: 'stack',
    cover: seriesCover(series),
  };
}

function bookItem(book: Book): FoundItem {
  const { id, title, seriesName, libraryName } = book;
  return {
    key: id,
    title,
    detail: `${seriesName} · ${libraryName}`,
    link: { to: '/book/$bookId', params: { bookId: id } },
    icon: 'book',
    cover: bookCover(book),
  };
}

interface FoundNamed {
  readonly name: string;
  readonly bookCount: number;
}

function nameItem(field: 'author' | 'publisher', { name, bookCount }: FoundNamed): FoundItem {
  return {
    key: name,
    title: name,
    detail: plural(bookCount, { one: '# book', other: '# books' }),
    link: termLink('books', field, name),
    icon: field === 'author' ? 'user' : 'library',
  };
}

interface FoundTermed {
  readonly id: string;
  readonly name: string;
  readonly seriesCount: number;
}

function termItem(field: 'genre' | 'tag', { id, name, seriesCount }: FoundTermed): FoundItem {
  return {
    key: id,
    title: name,
    detail: plural(seriesCount, { one: '# series', other: '# series' }),
    link: termLink('series', field, name),
    icon: 'bookmark',
  };
}

function collectionItem({ id, name, seriesCount }: Collection): FoundItem {
  return {
    key: id,
    title: name,
    detail: seriesCount === null ? t`By a rule` : plural(seriesCount, { one: '# series', other: '# series' }),
    link: { to: '/list/collection/$collectionId', params: { collectionId: id } },
    icon: 'stack',
  };
}

function readListItem({ id, name, bookCount }: ReadList): FoundItem {
  return {
    key: id,
    title: name,
    detail: plural(bookCount, { one: '# book', other: '# books' }),
    link: { to: '/list/reading/$readListId', params: { readListId: id } },
    icon: 'list',
  };
}

/** "3 series, 12 books, 1 person", for screen readers. */
export function foundWords(found: SearchResult): string {
  const words = COUNTED.flatMap(([group, one, many]) => {
    const { total, capped } = found[group];
    return total === 0 ? [] : [`${capped ? t`more than ` : ''}${formatCount(total, one, many)}`];
  });
  return words.length === 0 ? t`Nothing found for ${found.query}` : t`Found ${words.join(', ')}`;
}

const COUNTED = [
  ['series', 'series', 'series'],
  ['books', 'book', 'books'],
  ['people', 'person', 'people'],
  ['publishers', 'publisher', 'publishers'],
  ['genres', 'genre', 'genres'],
  ['tags', 'tag', 'tags'],
  ['collections', 'collection', 'collections'],
  ['readLists', t`reading list`, t`reading lists`],
] as const;
