import type { Permission } from '@lectern/contract';
import type { Feed, FeedSource, Folder } from './feed.ts';

/** An entry of the root, with the permission to see it. */
type RootEntry = Folder & { readonly needs: Permission };

function books(path: string, title: string, summary: string, rel?: Folder['rel']): RootEntry {
  return { path, title, summary, leadsTo: 'books', needs: 'BooksRead', ...(rel === undefined ? {} : { rel }) };
}

function folders(path: string, title: string, summary: string, needs: Permission = 'SeriesRead'): RootEntry {
  return { path, title, summary, leadsTo: 'folders', needs };
}

const ENTRIES: readonly RootEntry[] = [
  books('keep-reading', 'Continue reading', 'Books you have begun'),
  books('on-deck', 'On deck', 'What comes next in series you read'),
  books('want-to-read', 'Want to read', 'Books you put aside for later', 'shelf'),
  folders('want-to-read-series', 'Want to read: series', 'Series you put aside for later'),
  books('recent', 'Recently added', 'The newest books', 'new'),
  folders('series-recent', 'New series', 'Series that came last'),
  folders('libraries', 'Libraries', 'Library by library', 'LibrariesRead'),
  folders('series', 'All series', 'By title'),
  books('books', 'All books', 'By title'),
  folders('collections', 'Collections', 'Series that belong together'),
  folders('readlists', 'Reading lists', 'Books to read one after the other', 'BooksRead'),
  folders('authors', 'Authors', 'Who made the books', 'BooksRead'),
  folders('publishers', 'Publishers', 'Who published them', 'BooksRead'),
  folders('genres', 'Genres', 'Series by genre'),
  folders('tags', 'Tags', 'Series by tag'),
];

/** The root: the entries that the viewer may open. */
export const rootFeed: FeedSource = {
  path: '',
  permission: 'user',
  read: async (ctx, { viewer }): Promise<Feed> => {
    const visible = ENTRIES.filter(({ needs }) => viewer.permissions.has(needs));
    const entries = visible.map(({ needs: _needs, ...folder }) => folder);
    return {
      path: '',
      query: {},
      title: ctx.settings.get('application.name'),
      content: { kind: 'folders', folders: entries },
    };
  },
};
