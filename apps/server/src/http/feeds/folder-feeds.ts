import type { Collection, Library, ReadList, Series } from '@lectern/contract';
import { listCollectionSeries } from '#core/catalog/lists/collections.ts';
import { getLibrary, listLibraries } from '#core/catalog/libraries/libraries.ts';
import type { Listed } from '#core/page.ts';
import { listSeries, type SeriesWanted } from '#core/catalog/browse/list-series.ts';
import { listCredited } from '#core/catalog/browse/list-words.ts';
import { listAllTerms } from '#core/catalog/metadata/terms.ts';
import { getSharedList, listShared } from '#core/catalog/lists/show-lists.ts';
import type { Context } from '#context/context.ts';
import { encodePart } from './addresses.ts';
import { type Feed, type FeedAsked, type FeedSource, type Folder, pageOf, rangeOf } from './feed.ts';

/** `3 books`. */
function counted(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`;
}

function books(count: number): string {
  return counted(count, 'book', 'books');
}

function seriesFolder({ id, title, updatedAt, bookCount, unreadCount, coverVersion }: Series): Folder {
  const unread = unreadCount > 0 && unreadCount < bookCount ? `, ${unreadCount} unread` : '';
  return {
    path: `series/${id}`,
    title,
    uuid: id,
    updatedAt,
    leadsTo: 'books',
    summary: `${books(bookCount)}${unread}`,
    count: bookCount,
    cover: { of: 'series', id, version: coverVersion },
  };
}

function libraryFolder({ id, name, updatedAt, seriesCount, bookCount }: Library): Folder {
  return {
    path: `libraries/${id}`,
    title: name,
    uuid: id,
    updatedAt,
    leadsTo: 'folders',
    summary: `${seriesCount ?? 0} series, ${books(bookCount ?? 0)}`,
    count: seriesCount ?? 0,
  };
}

/** A list without members has no cover, unless it has a picture of its own. */
function listCover(
  of: 'collections' | 'readlists',
  list: { readonly id: string; readonly count: number | null; readonly coverVersion: string | null },
): Pick<Folder, 'cover'> {
  const { id, count, coverVersion: version } = list;
  return count === 0 && version === null ? {} : { cover: { of, id, version } };
}

function collectionFolder({ id, name, updatedAt, summary, seriesCount, coverVersion }: Collection): Folder {
  const count = seriesCount === null ? {} : { count: seriesCount };
  const line = summary ?? (seriesCount === null ? null : `${seriesCount} series`);
  return {
    ...{ path: `collections/${id}`, title: name, uuid: id, updatedAt, leadsTo: 'folders' },
    ...(line === null ? {} : { summary: line }),
    ...count,
    ...listCover('collections', { id, count: seriesCount, coverVersion }),
  };
}

function readListFolder({ id, name, updatedAt, summary, bookCount, coverVersion }: ReadList): Folder {
  const path = `readlists/${id}`;
  return {
    path,
    title: name,
    uuid: id,
    updatedAt,
    leadsTo: 'books',
    summary: summary ?? books(bookCount),
    count: bookCount,
    ...listCover('readlists', { id, count: bookCount, coverVersion }),
  };
}

/** What a list of folders is called, and where it lies. */
interface Frame {
  readonly path: string;
  readonly title: string;
  readonly up: string;
  readonly query?: Readonly<Record<string, string>>;
}

function foldersOf(asked: FeedAsked, frame: Frame, { rows, total }: Listed<Folder>): Feed {
  return { query: {}, ...frame, content: { kind: 'folders', folders: rows }, range: rangeOf(asked, total) };
}

async function chosenSeries(
  ctx: Context,
  asked: FeedAsked,
  frame: Frame,
  wanted: Omit<SeriesWanted, 'page' | 'pageSize'>,
): Promise<Feed> {
  const { rows, total } = await listSeries(ctx, asked.viewer, { ...wanted, ...pageOf(asked) });
  return foldersOf(asked, frame, { rows: rows.map(seriesFolder), total });
}

/** Series that have a genre or tag. */
function seriesWithTerm(field: 'genre' | 'tag', up: string): FeedSource {
  return {
    path: `${up}/{id}`,
    isNamed: true,
    permission: ['SeriesRead'],
    read: async (ctx, asked) => {
      const condition = { [field]: { operator: 'is', value: asked.id } };
      return chosenSeries(ctx, asked, { path: `${up}/${encodePart(asked.id)}`, title: asked.id, up }, { condition });
    },
  };
}

function termFolders(kind: 'genre' | 'tag', path: string, title: string): FeedSource {
  return {
    path,
    permission: ['SeriesRead'],
    read: async (ctx, asked) => {
      const { rows, total } = await listAllTerms(ctx, asked.viewer, kind, pageOf(asked));
      const folders = rows.map(
        ({ name }): Folder => ({ path: `${path}/${encodePart(name)}`, title: name, leadsTo: 'folders' }),
      );
      return foldersOf(asked, { path, title, up: '' }, { rows: folders, total });
    },
  };
}

/** Names in books. */
function creditedFolders(of: 'person' | 'publisher', path: string, title: string): FeedSource {
  return {
    path,
    permission: ['BooksRead'],
    read: async (ctx, asked) => {
      const { rows, total } = await listCredited(ctx, asked.viewer, of, pageOf(asked));
      const folders = rows.map(
        ({ name, bookCount }): Folder => ({
          ...{ path: `${path}/${encodePart(name)}`, title: name, leadsTo: 'books' },
          ...{ summary: books(bookCount), count: bookCount },
        }),
      );
      return foldersOf(asked, { path, title, up: '' }, { rows: folders, total });
    },
  };
}

const librarySeries: FeedSource = {
  path: 'libraries/{id}',
  permission: ['SeriesRead'],
  read: async (ctx, asked) => {
    const { id, name } = await getLibrary(ctx, asked.viewer, asked.id);
    const path = `libraries/${id}`;
    const feed = await chosenSeries(ctx, asked, { path, title: name, up: 'libraries' }, { libraryId: id });
    return { ...feed, related: asked.viewer.permissions.has('BooksRead') ? listsOfLibrary(path) : [] };
  },
};

/** Lists of a library beside that of its series. */
function listsOfLibrary(path: string): readonly Folder[] {
  return [
    { path: `${path}/keep-reading`, title: 'Continue reading', leadsTo: 'books' },
    { path: `${path}/on-deck`, title: 'On deck', leadsTo: 'books' },
    { path: `${path}/recent`, title: 'Recently added', leadsTo: 'books' },
    { path: `${path}/series-recent`, title: 'New series', leadsTo: 'folders' },
  ];
}

const librarySeriesRecent: FeedSource = {
  path: 'libraries/{id}/series-recent',
  permission: ['SeriesRead'],
  read: async (ctx, asked) => {
    const { id, name } = await getLibrary(ctx, asked.viewer, asked.id);
    const frame = { path: `libraries/${id}/series-recent`, title: `${name}: new series`, up: `libraries/${id}` };
    return chosenSeries(ctx, asked, frame, { libraryId: id, sort: 'created_at,desc' });
  },
};

const collectionSeries: FeedSource = {
  path: 'collections/{id}',
  permission: ['SeriesRead'],
  read: async (ctx, asked) => {
    const { id, name } = await getSharedList(ctx, asked.viewer, { kind: 'collection', id: asked.id });
    const { rows, total } = await listCollectionSeries(ctx, asked.viewer, id, { ...pageOf(asked), direction: 'asc' });
    const frame = { path: `collections/${id}`, title: name, up: 'collections' };
    return foldersOf(asked, frame, { rows: rows.map(seriesFolder), total });
  },
};

/** Lists of folders: navigation feeds. */
export const folderFeeds: readonly FeedSource[] = [
  {
    path: 'libraries',
    permission: ['LibrariesRead'],
    read: async (ctx, asked) => {
      const { rows, total } = await listLibraries(ctx, asked.viewer, pageOf(asked));
      return foldersOf(
        asked,
        { path: 'libraries', title: 'Libraries', up: '' },
        { rows: rows.map(libraryFolder), total },
      );
    },
  },
  {
    path: 'series',
    permission: ['SeriesRead'],
    read: async (ctx, asked) => chosenSeries(ctx, asked, { path: 'series', title: 'All series', up: '' }, {}),
  },
  {
    path: 'series-recent',
    permission: ['SeriesRead'],
    read: async (ctx, asked) =>
      chosenSeries(ctx, asked, { path: 'series-recent', title: 'New series', up: '' }, { sort: 'created_at,desc' }),
  },
  {
    path: 'series-search',
    permission: ['SeriesRead'],
    read: async (ctx, asked) => {
      const words = asked.query.q ?? '';
      const title = words === '' ? 'Search' : `Series for “${words}”`;
      const frame = { path: 'series-search', title, up: '', query: { q: words } };
      if (words === '') return foldersOf(asked, { ...frame, query: {} }, { rows: [], total: 0 });
      return chosenSeries(ctx, asked, frame, { fullTextSearch: words });
    },
  },
  {
    path: 'want-to-read-series',
    permission: ['SeriesRead'],
    read: async (ctx, asked) => {
      const frame = { path: 'want-to-read-series', title: 'Want to read: series', up: '' };
      return chosenSeries(ctx, asked, frame, { condition: { wantToRead: { operator: 'isTrue' } } });
    },
  },
  {
    path: 'collections',
    permission: ['SeriesRead'],
    read: async (ctx, asked) => {
      const { rows, total } = await listShared(ctx, asked.viewer, 'collection', pageOf(asked));
      const folders = rows.map(collectionFolder);
      return foldersOf(asked, { path: 'collections', title: 'Collections', up: '' }, { rows: folders, total });
    },
  },
  {
    path: 'readlists',
    permission: ['BooksRead'],
    read: async (ctx, asked) => {
      const { rows, total } = await listShared(ctx, asked.viewer, 'readList', pageOf(asked));
      const folders = rows.map(readListFolder);
      return foldersOf(asked, { path: 'readlists', title: 'Reading lists', up: '' }, { rows: folders, total });
    },
  },
  librarySeries,
  librarySeriesRecent,
  collectionSeries,
  creditedFolders('person', 'authors', 'Authors'),
  creditedFolders('publisher', 'publishers', 'Publishers'),
  termFolders('genre', 'genres', 'Genres'),
  termFolders('tag', 'tags', 'Tags'),
  seriesWithTerm('genre', 'genres'),
  seriesWithTerm('tag', 'tags'),
];
