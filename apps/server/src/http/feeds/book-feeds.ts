import type { Book } from '@lectern/contract';
import type { Context } from '#context/context.ts';
import { toCatalogBooks } from '#core/catalog/browse/catalog-books.ts';
import { listBooksInProgress, listOnDeck } from '#core/catalog/browse/list-by-reading.ts';
import { getSeries } from '#core/catalog/browse/get-series.ts';
import { type BooksWanted, listBooks } from '#core/catalog/browse/list-books.ts';
import { toNamedCondition, listBookLanguages } from '#core/catalog/browse/list-words.ts';
import { getLibrary } from '#core/catalog/libraries/libraries.ts';
import { listReadListBooks } from '#core/catalog/lists/read-lists.ts';
import { getSharedList } from '#core/catalog/lists/show-lists.ts';
import type { Listed } from '#core/page.ts';
import type { Viewer } from '#core/viewer.ts';
import { mark, say } from '#words/say.ts';
import { encodePart } from './addresses.ts';
import { bookFacets, buildCondition, readChoices, readSort } from './facets.ts';
import { type Feed, type FeedAsked, type FeedSource, toPageWanted, toRange } from './feed.ts';

interface Frame {
  readonly path: string;
  readonly title: string;
  readonly up: string;
}

async function toBookFeed(ctx: Context, asked: FeedAsked, frame: Frame, { rows, total }: Listed<Book>): Promise<Feed> {
  const books = await toCatalogBooks(ctx.db.read, rows);
  return { ...frame, query: {}, content: { kind: 'books', books }, range: toRange(asked, total) };
}

/** A feed of books with facets. */
interface Choosable extends Frame {
  /** Title of the default order. */
  readonly ownSort: string;
  readonly seriesId?: string;
  readonly tests?: readonly unknown[];
  readonly tree?: BooksWanted['tree'];
}

async function chosenBooks(ctx: Context, asked: FeedAsked, wanted: Choosable): Promise<Feed> {
  const { ownSort, seriesId, tests, tree, ...frame } = wanted;
  const { viewer, query } = asked;
  const languages = await listBookLanguages(ctx, viewer);
  const chosen: Readonly<Record<string, string>> = readChoices(query, languages);
  const condition = buildCondition(chosen, tests);
  const listed = await listBooks(ctx, viewer, {
    ...toPageWanted(asked),
    seriesId,
    tree,
    condition,
    sort: readSort(query),
  });
  const feed = await toBookFeed(ctx, asked, frame, listed);
  return { ...feed, query: chosen, facets: bookFacets(chosen, { ownSort, languages }) };
}

type Lister = (ctx: Context, viewer: Viewer, wanted: Parameters<typeof listOnDeck>[2]) => Promise<Listed<Book>>;

const listRecent: Lister = async (ctx, viewer, wanted) =>
  listBooks(ctx, viewer, { ...wanted, sort: 'created_at,desc' });

/** A list of all libraries. @param title a marked message */
function listFeed(path: string, title: string, list: Lister): FeedSource {
  return {
    path,
    permission: ['BooksRead'],
    read: async (ctx, asked) =>
      toBookFeed(ctx, asked, { path, title: say(title), up: '' }, await list(ctx, asked.viewer, toPageWanted(asked))),
  };
}

/** A list of one library. @param title a marked message with `{library}` */
function libraryFeed(name: string, title: string, list: Lister): FeedSource {
  return {
    path: `libraries/{id}/${name}`,
    permission: ['BooksRead'],
    read: async (ctx, asked) => {
      const { id: libraryId, name: library } = await getLibrary(ctx, asked.viewer, asked.id);
      const up = `libraries/${libraryId}`;
      const listed = await list(ctx, asked.viewer, { ...toPageWanted(asked), libraryId });
      return toBookFeed(ctx, asked, { path: `${up}/${name}`, title: say(title, { library }), up }, listed);
    },
  };
}

/** Books with a credited name, compared by the same key as the list of names. */
function namedBooks(of: 'person' | 'publisher', up: string): FeedSource {
  return {
    path: `${up}/{id}`,
    isNamed: true,
    permission: ['BooksRead'],
    read: async (ctx, asked) => {
      const { id: title } = asked;
      const tree = toNamedCondition(of, title);
      return chosenBooks(ctx, asked, { path: `${up}/${encodePart(title)}`, title, up, ownSort: say('Title'), tree });
    },
  };
}

/** Feeds of books: acquisition feeds. */
export const bookFeeds: readonly FeedSource[] = [
  {
    path: 'books',
    permission: ['BooksRead'],
    read: async (ctx, asked) =>
      chosenBooks(ctx, asked, { path: 'books', title: say('All books'), up: '', ownSort: say('Title') }),
  },
  listFeed('recent', mark('Recently added'), listRecent),
  listFeed('keep-reading', mark('Continue reading'), listBooksInProgress),
  listFeed('on-deck', mark('On deck'), listOnDeck),
  {
    path: 'want-to-read',
    permission: ['BooksRead'],
    read: async (ctx, asked) => {
      const tests = [{ wantToRead: { operator: 'isTrue' } }];
      return chosenBooks(ctx, asked, {
        path: 'want-to-read',
        title: say('Want to read'),
        up: '',
        ownSort: say('Title'),
        tests,
      });
    },
  },
  {
    path: 'books-search',
    permission: ['BooksRead'],
    read: async (ctx, asked) => {
      const words = asked.query.q ?? '';
      const frame = {
        path: 'books-search',
        title: words === '' ? say('Search') : say('Books for “{words}”', { words }),
        up: '',
      };
      if (words === '') return toBookFeed(ctx, asked, frame, { rows: [], total: 0 });
      const listed = await listBooks(ctx, asked.viewer, { ...toPageWanted(asked), fullTextSearch: words });
      return { ...(await toBookFeed(ctx, asked, frame, listed)), query: { q: words } };
    },
  },
  {
    path: 'series/{id}',
    permission: ['BooksRead'],
    read: async (ctx, asked) => {
      const { id, title, libraryId } = await getSeries(ctx, asked.viewer, asked.id);
      const frame = { path: `series/${id}`, title, up: `libraries/${libraryId}` };
      return chosenBooks(ctx, asked, { ...frame, ownSort: say('Reading order'), seriesId: id });
    },
  },
  libraryFeed('keep-reading', mark('{library}: continue reading'), listBooksInProgress),
  libraryFeed('on-deck', mark('{library}: on deck'), listOnDeck),
  libraryFeed('recent', mark('{library}: recently added'), listRecent),
  {
    path: 'readlists/{id}',
    permission: ['BooksRead'],
    read: async (ctx, asked) => {
      const { id, name: title } = await getSharedList(ctx, asked.viewer, { kind: 'readList', id: asked.id });
      const listed = await listReadListBooks(ctx, asked.viewer, id, { ...toPageWanted(asked), direction: 'asc' });
      return toBookFeed(ctx, asked, { path: `readlists/${id}`, title, up: 'readlists' }, listed);
    },
  },
  namedBooks('person', 'authors'),
  namedBooks('publisher', 'publishers'),
];
