import type { Book } from '@lectern/contract';
import { booksNaming, listBookLanguages } from '#core/catalog/browse/list-words.ts';
import { toCatalogBooks } from '#core/catalog/browse/catalog-books.ts';
import { listBooksInProgress, listOnDeck } from '#core/catalog/browse/list-by-reading.ts';
import { getLibrary } from '#core/catalog/libraries/libraries.ts';
import { getSeries } from '#core/catalog/browse/get-series.ts';
import { type BooksWanted, listBooks } from '#core/catalog/browse/list-books.ts';
import type { Listed } from '#core/page.ts';
import { getReadList, listReadListBooks } from '#core/catalog/lists/read-lists.ts';
import type { Context } from '#context/context.ts';
import { encodePart } from './addresses.ts';
import { bookFacets, conditionOf, readChoices, sortOf } from './facets.ts';
import { type Feed, type FeedAsked, type FeedSource, pageOf, rangeOf } from './feed.ts';

/** What a list of books is called, and where it lies. */
interface Frame {
  readonly path: string;
  readonly title: string;
  readonly up: string;
}

async function booksOf(ctx: Context, asked: FeedAsked, frame: Frame, { rows, total }: Listed<Book>): Promise<Feed> {
  const books = await toCatalogBooks(ctx.db.read, rows);
  return { ...frame, query: {}, content: { kind: 'books', books }, range: rangeOf(asked, total) };
}

/** How a list of books is made that readers may sort and narrow. */
interface Choosable extends Frame {
  /** What its own order is called. */
  readonly ownSort: string;
  readonly seriesId?: string;
  readonly tests?: readonly unknown[];
  readonly tree?: BooksWanted['tree'];
  readonly sort?: string;
}

/** A list that is the outcome of conditions, with facets. */
async function chosenBooks(ctx: Context, asked: FeedAsked, wanted: Choosable): Promise<Feed> {
  const { ownSort, seriesId, tests, tree, sort, ...frame } = wanted;
  const { viewer, query } = asked;
  const languages = await listBookLanguages(ctx, viewer);
  const chosen: Readonly<Record<string, string>> = readChoices(query, languages);
  const listed = await listBooks(ctx, viewer, {
    ...pageOf(asked),
    seriesId,
    tree,
    condition: conditionOf(chosen, tests),
    sort: sortOf(query) ?? sort,
  });
  const feed = await booksOf(ctx, asked, frame, listed);
  return { ...feed, query: chosen, facets: bookFacets(chosen, { ownSort, languages }) };
}

/** A list of books that name a user or something, by the same key that the list of names goes by. */
function namedBooks(of: 'person' | 'publisher', up: string): FeedSource {
  return {
    path: `${up}/{id}`,
    isNamed: true,
    permission: ['BooksRead'],
    read: async (ctx, asked) =>
      chosenBooks(ctx, asked, {
        path: `${up}/${encodePart(asked.id)}`,
        title: asked.id,
        up,
        ownSort: 'Title',
        tree: booksNaming(of, asked.id),
      }),
  };
}

const seriesBooks: FeedSource = {
  path: 'series/{id}',
  permission: ['BooksRead'],
  read: async (ctx, asked) => {
    const series = await getSeries(ctx, asked.viewer, asked.id);
    return chosenBooks(ctx, asked, {
      path: `series/${series.id}`,
      title: series.title,
      up: `libraries/${series.libraryId}`,
      ownSort: 'Reading order',
      seriesId: series.id,
    });
  },
};

/** What a user reads, or could read next, in one library. */
function libraryBooks(name: 'keep-reading' | 'on-deck', title: string, list: typeof listOnDeck): FeedSource {
  return {
    path: `libraries/{id}/${name}`,
    permission: ['BooksRead'],
    read: async (ctx, asked) => {
      const { id: libraryId, name: library } = await getLibrary(ctx, asked.viewer, asked.id);
      const frame = {
        path: `libraries/${libraryId}/${name}`,
        title: `${library}: ${title}`,
        up: `libraries/${libraryId}`,
      };
      return booksOf(ctx, asked, frame, await list(ctx, asked.viewer, { ...pageOf(asked), libraryId }));
    },
  };
}

const libraryRecent: FeedSource = {
  path: 'libraries/{id}/recent',
  permission: ['BooksRead'],
  read: async (ctx, asked) => {
    const { id: libraryId, name } = await getLibrary(ctx, asked.viewer, asked.id);
    const frame = {
      path: `libraries/${libraryId}/recent`,
      title: `${name}: recently added`,
      up: `libraries/${libraryId}`,
    };
    const listed = await listBooks(ctx, asked.viewer, { ...pageOf(asked), libraryId, sort: 'created_at,desc' });
    return booksOf(ctx, asked, frame, listed);
  },
};

const readListBooks: FeedSource = {
  path: 'readlists/{id}',
  permission: ['BooksRead'],
  read: async (ctx, asked) => {
    const list = await getReadList(ctx, asked.viewer, asked.id);
    const listed = await listReadListBooks(ctx, asked.viewer, list.id, { ...pageOf(asked), direction: 'asc' });
    return booksOf(ctx, asked, { path: `readlists/${list.id}`, title: list.name, up: 'readlists' }, listed);
  },
};

/** Lists of books: acquisition feeds. */
export const bookFeeds: readonly FeedSource[] = [
  {
    path: 'books',
    permission: ['BooksRead'],
    read: async (ctx, asked) =>
      chosenBooks(ctx, asked, { path: 'books', title: 'All books', up: '', ownSort: 'Title' }),
  },
  {
    path: 'recent',
    permission: ['BooksRead'],
    read: async (ctx, asked) => {
      const listed = await listBooks(ctx, asked.viewer, { ...pageOf(asked), sort: 'created_at,desc' });
      return booksOf(ctx, asked, { path: 'recent', title: 'Recently added', up: '' }, listed);
    },
  },
  {
    path: 'keep-reading',
    permission: ['BooksRead'],
    read: async (ctx, asked) => {
      const listed = await listBooksInProgress(ctx, asked.viewer, pageOf(asked));
      return booksOf(ctx, asked, { path: 'keep-reading', title: 'Continue reading', up: '' }, listed);
    },
  },
  {
    path: 'on-deck',
    permission: ['BooksRead'],
    read: async (ctx, asked) => {
      const listed = await listOnDeck(ctx, asked.viewer, pageOf(asked));
      return booksOf(ctx, asked, { path: 'on-deck', title: 'On deck', up: '' }, listed);
    },
  },
  {
    path: 'want-to-read',
    permission: ['BooksRead'],
    read: async (ctx, asked) =>
      chosenBooks(ctx, asked, {
        path: 'want-to-read',
        title: 'Want to read',
        up: '',
        ownSort: 'Title',
        tests: [{ wantToRead: { operator: 'isTrue' } }],
      }),
  },
  {
    path: 'books-search',
    permission: ['BooksRead'],
    read: async (ctx, asked) => {
      const words = asked.query.q ?? '';
      const frame = { path: 'books-search', title: words === '' ? 'Search' : `Books for “${words}”`, up: '' };
      if (words === '') return booksOf(ctx, asked, frame, { rows: [], total: 0 });
      const listed = await listBooks(ctx, asked.viewer, { ...pageOf(asked), fullTextSearch: words });
      return { ...(await booksOf(ctx, asked, frame, listed)), query: { q: words } };
    },
  },
  seriesBooks,
  libraryBooks('keep-reading', 'continue reading', listBooksInProgress),
  libraryBooks('on-deck', 'on deck', listOnDeck),
  libraryRecent,
  readListBooks,
  namedBooks('person', 'authors'),
  namedBooks('publisher', 'publishers'),
];
