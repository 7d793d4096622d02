import type { Permission } from '@lectern/contract';
import type { Feed, FeedSource, Folder } from './feed.ts';

/** An entry of the root, and what a viewer needs to see it. */
type RootEntry = Folder & { readonly needs: Permission };

const ENTRIES: readonly RootEntry[] = [
  {
    ...{ path: 'keep-reading', title: 'Continue reading', leadsTo: 'books', needs: 'BooksRead' },
    summary: 'Books you have begun',
  },
  {
    ...{ path: 'on-deck', title: 'On deck', leadsTo: 'books', needs: 'BooksRead' },
    summary: 'What comes next in series you read',
  },
  {
    ...{ path: 'want-to-read', title: 'Want to read', leadsTo: 'books', needs: 'BooksRead', rel: 'shelf' },
    summary: 'Books you put aside for later',
  },
  {
    ...{ path: 'want-to-read-series', title: 'Want to read: series', leadsTo: 'folders', needs: 'SeriesRead' },
    summary: 'Series you put aside for later',
  },
  {
    ...{ path: 'recent', title: 'Recently added', leadsTo: 'books', needs: 'BooksRead', rel: 'new' },
    summary: 'The newest books',
  },
  {
    ...{ path: 'series-recent', title: 'New series', leadsTo: 'folders', needs: 'SeriesRead' },
    summary: 'Series that came last',
  },
  {
    ...{ path: 'libraries', title: 'Libraries', leadsTo: 'folders', needs: 'LibrariesRead' },
    summary: 'Library by library',
  },
  { path: 'series', title: 'All series', leadsTo: 'folders', needs: 'SeriesRead', summary: 'By title' },
  { path: 'books', title: 'All books', leadsTo: 'books', needs: 'BooksRead', summary: 'By title' },
  {
    ...{ path: 'collections', title: 'Collections', leadsTo: 'folders', needs: 'SeriesRead' },
    summary: 'Series that belong together',
  },
  {
    ...{ path: 'readlists', title: 'Reading lists', leadsTo: 'folders', needs: 'BooksRead' },
    summary: 'Books to read one after the other',
  },
  { path: 'authors', title: 'Authors', leadsTo: 'folders', needs: 'BooksRead', summary: 'Who made the books' },
  { path: 'publishers', title: 'Publishers', leadsTo: 'folders', needs: 'BooksRead', summary: 'Who published them' },
  { path: 'genres', title: 'Genres', leadsTo: 'folders', needs: 'SeriesRead', summary: 'Series by genre' },
  { path: 'tags', title: 'Tags', leadsTo: 'folders', needs: 'SeriesRead', summary: 'Series by tag' },
];

/** Where reader apps begin: what the viewer may open. */
export const rootFeed: FeedSource = {
  path: '',
  permission: 'user',
  read: async (ctx, { viewer }): Promise<Feed> => {
    const folders = ENTRIES.filter(({ needs }) => viewer.permissions.has(needs)).map(
      ({ needs: _needs, ...folder }) => folder,
    );
    return { path: '', query: {}, title: ctx.settings.get('application.name'), content: { kind: 'folders', folders } };
  },
};
