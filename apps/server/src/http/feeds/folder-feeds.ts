import type { Collection, Library, ReadList, Series } from '@lectern/contract';
import type { Context } from '#context/context.ts';
import { listSeries, type SeriesWanted } from '#core/catalog/browse/list-series.ts';
import { listCredits } from '#core/catalog/browse/credit-lists.ts';
import { getLibrary, listLibraries } from '#core/catalog/libraries/libraries.ts';
import { listCollectionSeries } from '#core/catalog/lists/collections.ts';
import { getSharedList, listShared } from '#core/catalog/lists/show-lists.ts';
import { listAllTerms } from '#core/catalog/metadata/terms.ts';
import type { Listed, PageWanted } from '#core/page.ts';
import type { Viewer } from '#core/viewer.ts';
import { mark, say } from '#words/say.ts';
import { encodePart } from './addresses.ts';
import { type Feed, type FeedAsked, type FeedSource, type Folder, toPageWanted, toRange } from './feed.ts';

function countBooks(count: number): string {
  return say('{count, plural, one {# book} other {# books}}', { count });
}

function seriesFolder({ id, title, updatedAt, bookCount, unreadCount, coverVersion }: Series): Folder {
  const values = { count: bookCount, unread: unreadCount };
  return {
    path: `series/${id}`,
    title,
    uuid: id,
    updatedAt,
    leadsTo: 'books',
    summary:
      unreadCount > 0 && unreadCount < bookCount
        ? say('{count, plural, one {# book} other {# books}}, {unread} unread', values)
        : countBooks(bookCount),
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
    summary: say('{series, plural, one {# series} other {# series}}, {books, plural, one {# book} other {# books}}', {
      series: seriesCount ?? 0,
      books: bookCount ?? 0,
    }),
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
  const line =
    summary ??
    (seriesCount === null ? null : say('{count, plural, one {# series} other {# series}}', { count: seriesCount }));
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

/** A list whose rows become folders; `title` is a marked message. */
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
      return toFolderFeed(asked, { path, title: say(title), up: '' }, { rows: rows.map(toFolder), total });
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
    async (ctx, viewer, wanted) => listCredits(ctx, viewer, of, { ...wanted, sort: 'name' }),
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

/** Series of all libraries. @param title a marked message */
function seriesFeed(path: string, title: string, wanted: Omit<SeriesWanted, 'page' | 'pageSize'>): FeedSource {
  return {
    path,
    permission: ['SeriesRead'],
    read: async (ctx, asked) => chosenSeries(ctx, asked, { path, title: say(title), up: '' }, wanted),
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
    { path: `${path}/keep-reading`, title: say('Continue reading'), leadsTo: 'books' },
    { path: `${path}/on-deck`, title: say('On deck'), leadsTo: 'books' },
    { path: `${path}/recent`, title: say('Recently added'), leadsTo: 'books' },
    { path: `${path}/series-recent`, title: say('New series'), leadsTo: 'folders' },
  ];
}

/** Feeds of folders: navigation feeds. */
export const folderFeeds: readonly FeedSource[] = [
  listFeed({ path: 'libraries', title: mark('Libraries') }, ['LibrariesRead'], listLibraries, libraryFolder),
  seriesFeed('series', mark('All series'), {}),
  seriesFeed('series-recent', mark('New series'), { sort: 'created_at,desc' }),
  {
    path: 'series-search',
    permission: ['SeriesRead'],
    read: async (ctx, asked) => {
      const words = asked.query.q ?? '';
      const title = words === '' ? say('Search') : say('Series for “{words}”', { words });
      const frame = { path: 'series-search', title, up: '', query: { q: words } };
      if (words === '') return toFolderFeed(asked, { ...frame, query: {} }, { rows: [], total: 0 });
      return chosenSeries(ctx, asked, frame, { fullTextSearch: words });
    },
  },
  seriesFeed('want-to-read-series', mark('Want to read: series'), {
    condition: { wantToRead: { operator: 'isTrue' } },
  }),
  listFeed(
    { path: 'collections', title: mark('Collections') },
    ['SeriesRead'],
    (ctx, viewer, wanted) => listShared(ctx, viewer, 'collection', wanted),
    collectionFolder,
  ),
  listFeed(
    { path: 'readlists', title: mark('Reading lists') },
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
      const frame = { path: `${up}/series-recent`, title: say('{library}: new series', { library: name }), up };
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
  creditedFolders('person', 'authors', mark('Authors')),
  creditedFolders('publisher', 'publishers', mark('Publishers')),
  termFolders('genre', 'genres', mark('Genres')),
  termFolders('tag', 'tags', mark('Tags')),
  seriesWithTerm('genre', 'genres'),
  seriesWithTerm('tag', 'tags'),
];
