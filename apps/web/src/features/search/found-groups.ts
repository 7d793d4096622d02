import { plural, t } from '@lingui/core/macro';
import type { LinkProps } from '@tanstack/react-router';
import type { Book, Collection, ReadList, SearchResult, Series } from '@lectern/contract';
import { bookCover } from '#entities/book/book-cover.ts';
import { termLink } from '#entities/condition/term-link.ts';
import { creditLink } from '#entities/credit/credit-kinds.ts';
import { chooseListed, type KeptSeries, listKeptSeries } from '#entities/kept/choose-kept.ts';
import type { KeptEntry } from '#entities/offline/kept-catalog.ts';
import { seriesCover } from '#entities/series/series-tile.tsx';
import { formatNumber, joinList } from '#lib/format.ts';
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
    { label: t`Creators`, items: people.items.map((name) => nameItem('person', name)) },
    { label: t`Publishers`, items: publishers.items.map((name) => nameItem('publisher', name)) },
    { label: t`Genres`, items: genres.items.map((term) => termItem('genre', term)) },
    { label: t`Tags`, items: tags.items.map((term) => termItem('tag', term)) },
    { label: t`Collections`, items: collections.items.map(collectionItem) },
    { label: t`Reading lists`, items: readLists.items.map(readListItem) },
  ];
  return groups.filter(({ items }) => items.length > 0);
}

/** Kept results of each kind. */
const KEPT_SHOWN = 4;

/** Groups what this device keeps and the text finds; a series counts all of its kept books. */
export function keptGroups(kept: readonly KeptEntry[], q: string): readonly FoundGroup[] {
  const books = chooseListed(kept, { fullTextSearch: q });
  const found = new Set(books.map(({ seriesId }) => seriesId));
  const series = listKeptSeries(chooseListed(kept, {})).filter(({ id }) => found.has(id));
  const groups = [
    { label: t`Series`, items: series.slice(0, KEPT_SHOWN).flatMap(keptSeriesItem) },
    { label: t`Books`, items: books.slice(0, KEPT_SHOWN).map(bookItem) },
  ];
  return groups.filter(({ items }) => items.length > 0);
}

function keptSeriesItem({ id, title, books }: KeptSeries): readonly FoundItem[] {
  const [first] = books;
  if (first === undefined) return [];
  const bookCount = books.length;
  const detail = plural(bookCount, { one: '# book', other: '# books' });
  const link = { to: '/series/$seriesId', params: { seriesId: id } } as const;
  return [{ key: id, title, detail, link, icon: 'stack', cover: bookCover(first) }];
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

function nameItem(kind: 'person' | 'publisher', { name, bookCount }: FoundNamed): FoundItem {
  return {
    key: name,
    title: name,
    detail: plural(bookCount, { one: '# book', other: '# books' }),
    link: creditLink(kind, name),
    icon: kind === 'person' ? 'user' : 'library',
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

/** "Found 3 series, 12 books, 1 creator", for screen readers. */
export function foundWords(found: SearchResult): string {
  const { query } = found;
  const counts = COUNTED.flatMap(([group, countWords]) => {
    const { total, capped } = found[group];
    const shown = formatNumber(total);
    return total === 0 ? [] : [countWords(total, capped ? `${shown}+` : shown)];
  });
  const words = joinList(counts);
  return counts.length === 0 ? t`Nothing found for “${query}”` : t`Found ${words}`;
}

type CountWords = (count: number, shown: string) => string;

/** `shown` is the count, or "1,000+" where the server stopped counting. */
const COUNTED = [
  ['series', (count, shown) => plural(count, { one: `${shown} series`, other: `${shown} series` })],
  ['books', (count, shown) => plural(count, { one: `${shown} book`, other: `${shown} books` })],
  ['people', (count, shown) => plural(count, { one: `${shown} creator`, other: `${shown} creators` })],
  ['publishers', (count, shown) => plural(count, { one: `${shown} publisher`, other: `${shown} publishers` })],
  ['genres', (count, shown) => plural(count, { one: `${shown} genre`, other: `${shown} genres` })],
  ['tags', (count, shown) => plural(count, { one: `${shown} tag`, other: `${shown} tags` })],
  ['collections', (count, shown) => plural(count, { one: `${shown} collection`, other: `${shown} collections` })],
  ['readLists', (count, shown) => plural(count, { one: `${shown} reading list`, other: `${shown} reading lists` })],
] as const satisfies readonly (readonly [keyof SearchResult, CountWords])[];
