import type { Collection, Library, ReadList, Series } from '@lectern/contract';
import type { Context } from '#context/context.ts';
import { listSeries, type SeriesWanted } from '#core/catalog/browse/list-series.ts';
import { listCredited } from '#core/catalog/browse/list-words.ts';
import { getLibrary, listLibraries } from '#core/catalog/libraries/libraries.ts';
import { listCollectionSeries } from '#core/catalog/lists/collections.ts';
import { getSharedList, listShared } from '#core/catalog/lists/show-lists.ts';
import { listAllTerms } from '#core/catalog/metadata/terms.ts';
import type { Listed, PageWanted } from '#core/page.ts';
import type { Viewer } from '#core/viewer.ts';
import { encodePart } from './addresses.ts';
import { type Feed, type FeedAsked, type FeedSource, type Folder, toPageWanted, toRange } from './feed.ts';

function countBooks(count: number): string {
  return `${count} ${count === 1 ? 'book' : 'books'}`;
}

function seriesFolder({ id, title, updatedAt, bookCount, unreadCount, coverVersion }: Series): Folder {
  const unread = unreadCount > 0 && unreadCount < bookCount ? `, ${unreadCount} unread` : '';
  return {
    path: `series/${id}`,
    title,
    uuid: id,
    updatedAt,
    leadsTo: 'books',
    summary: `${countBooks(bookCount)}${unread}`,
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
    summary: `${seriesCount ?? 0} series, ${countBooks(bookCount ?? 0)}`,
    count: seriesCount ?? 0,
  };
}

/** The cover of a list. A list without members and without a picture of its own has none. */
function listCover(
  of: 'collections' | 'readlists',
  count: number | null,
  { id, coverVersion: version }: Pick<Collection | ReadList, 'id' | 'coverVersion'>,
): Pick<Folder, 'cover'> {
  return count === 0 && version === null ? {} : { cover: { of, id, version } };
}

function collectionFolder(collection: Collection): Folder {
  const { id, name, updatedAt, summary, seriesCount } = collection;
  const line = summary ?? (seriesCount === null ? null : `${seriesCount} series`);
  return {
    path: `collections/${id}`,
    title: name,
    uuid: id,
    updatedAt,
    leadsTo: 'folders',
    ...(line === null ? {} : { summary: line }),
    ...(seriesCount === null ? {} : { count: seriesCount }),
    ...listCover('collections', seriesCount, collection),
  };
}

function readListFolder(readList: ReadList): Folder {
  const { id, name, updatedAt, summary, bookCount } = readList;
  return {
    path: `readlists/${id}`,
    title: name,
    uuid: id,
    updatedAt,
    leadsTo: 'books',
    summary: summary ?? countBooks(bookCount),
    count: bookCount,
    ...listCover('readlists', bookCount, readList),
  };
}

interface Frame {
  readonly path: string;
  readonly title: string;
  readonly up: string;
  readonly query?: Readonly<Record<string, string>>;
}

function toFolderFeed(asked: FeedAsked, frame: Frame, { rows, total }: Listed<Folder>): Feed {
  return { query: {}, ...frame, content: { kind: 'folders', folders: rows }, range: toRange(asked, total) };
}

/** A list whose rows become folders. */
function listFeed<Row>(
  { path, title }: { readonly path: string; readonly title: string },
  permission: FeedSource['permission'],
  list: (ctx: Context, viewer: Viewer, wanted: PageWanted) => Promise<Listed<Row>>,
  toFolder: (row: Row) => Folder,
): FeedSource {
  return {
    path,
    permission,
    read: async (ctx, asked) => {
      const { rows, total } = await list(ctx, asked.viewer, toPageWanted(asked));
      return toFolderFeed(asked, { path, title, up: '' }, { rows: rows.map(toFolder), total });
    },
  };
}

function termFolders(kind: 'genre' | 'tag', path: string, title: string): FeedSource {
  return listFeed(
    { path, title },
    ['SeriesRead'],
    async (ctx, viewer, wanted) => listAllTerms(ctx, viewer, kind, wanted),
    ({ name }) => ({ path: `${path}/${encodePart(name)}`, title: name, leadsTo: 'folders' }),
  );
}

function creditedFolders(of: 'person' | 'publisher', path: string, title: string): FeedSource {
  return listFeed(
    { path, title },
    ['BooksRead'],
    async (ctx, viewer, wanted) => listCredited(ctx, viewer, of, wanted),
    ({ name, bookCount: count }) => ({
      path: `${path}/${encodePart(name)}`,
      title: name,
      leadsTo: 'books',
      summary: countBooks(count),
      count,
    }),
  );
}

async function chosenSeries(
  ctx: Context,
  asked: FeedAsked,
  frame: Frame,
  wanted: Omit<SeriesWanted, 'page' | 'pageSize'>,
): Promise<Feed> {
  const { rows, total } = await listSeries(ctx, asked.viewer, { ...wanted, ...toPageWanted(asked) });
  return toFolderFeed(asked, frame, { rows: rows.map(seriesFolder), total });
}

/** Series of all libraries. */
function seriesFeed(path: string, title: string, wanted: Omit<SeriesWanted, 'page' | 'pageSize'>): FeedSource {
  return {
    path,
    permission: ['SeriesRead'],
    read: async (ctx, asked) => chosenSeries(ctx, asked, { path, title, up: '' }, wanted),
  };
}

/** Series with a genre or tag. */
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

/** The lists of a library beside that of its series. */
function listsOfLibrary(path: string): readonly Folder[] {
  return [
    { path: `${path}/keep-reading`, title: 'Continue reading', leadsTo: 'books' },
    { path: `${path}/on-deck`, title: 'On deck', leadsTo: 'books' },
    { path: `${path}/recent`, title: 'Recently added', leadsTo: 'books' },
    { path: `${path}/series-recent`, title: 'New series', leadsTo: 'folders' },
  ];
}

/** Feeds of folders: navigation feeds. */
export const folderFeeds: readonly FeedSource[] = [
  listFeed({ path: 'libraries', title: 'Libraries' }, ['LibrariesRead'], listLibraries, libraryFolder),
  seriesFeed('series', 'All series', {}),
  seriesFeed('series-recent', 'New series', { sort: 'created_at,desc' }),
  {
    path: 'series-search',
    permission: ['SeriesRead'],
    read: async (ctx, asked) => {
      const words = asked.query.q ?? '';
      const title = words === '' ? 'Search' : `Series for “${words}”`;
      const frame = { path: 'series-search', title, up: '', query: { q: words } };
      if (words === '') return toFolderFeed(asked, { ...frame, query: {} }, { rows: [], total: 0 });
      return chosenSeries(ctx, asked, frame, { fullTextSearch: words });
    },
  },
  seriesFeed('want-to-read-series', 'Want to read: series', { condition: { wantToRead: { operator: 'isTrue' } } }),
  listFeed(
    { path: 'collections', title: 'Collections' },
    ['SeriesRead'],
    (ctx, viewer, wanted) => listShared(ctx, viewer, 'collection', wanted),
    collectionFolder,
  ),
  listFeed(
    { path: 'readlists', title: 'Reading lists' },
    ['BooksRead'],
    (ctx, viewer, wanted) => listShared(ctx, viewer, 'readList', wanted),
    readListFolder,
  ),
  {
    path: 'libraries/{id}',
    permission: ['SeriesRead'],
    read: async (ctx, asked) => {
      const { id: libraryId, name: title } = await getLibrary(ctx, asked.viewer, asked.id);
      const path = `libraries/${libraryId}`;
      const feed = await chosenSeries(ctx, asked, { path, title, up: 'libraries' }, { libraryId });
      return { ...feed, related: asked.viewer.permissions.has('BooksRead') ? listsOfLibrary(path) : [] };
    },
  },
  {
    path: 'libraries/{id}/series-recent',
    permission: ['SeriesRead'],
    read: async (ctx, asked) => {
      const { id: libraryId, name } = await getLibrary(ctx, asked.viewer, asked.id);
      const up = `libraries/${libraryId}`;
      const frame = { path: `${up}/series-recent`, title: `${name}: new series`, up };
      return chosenSeries(ctx, asked, frame, { libraryId, sort: 'created_at,desc' });
    },
  },
  {
    path: 'collections/{id}',
    permission: ['SeriesRead'],
    read: async (ctx, asked) => {
      const { id, name: title } = await getSharedList(ctx, asked.viewer, { kind: 'collection', id: asked.id });
      const { rows, total } = await listCollectionSeries(ctx, asked.viewer, id, {
        ...toPageWanted(asked),
        direction: 'asc',
      });
      const frame = { path: `collections/${id}`, title, up: 'collections' };
      return toFolderFeed(asked, frame, { rows: rows.map(seriesFolder), total });
    },
  },
  creditedFolders('person', 'authors', 'Authors'),
  creditedFolders('publisher', 'publishers', 'Publishers'),
  termFolders('genre', 'genres', 'Genres'),
  termFolders('tag', 'tags', 'Tags'),
  seriesWithTerm('genre', 'genres'),
  seriesWithTerm('tag', 'tags'),
];
