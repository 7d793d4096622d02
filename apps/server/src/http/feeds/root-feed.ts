import type { Permission } from '@lectern/contract';
import type { Feed, FeedSource, Folder } from './feed.ts';
import { mark, say } from '#words/say.ts';

/** An entry of the root, with the permission to see it. Its texts are marked messages. */
type RootEntry = Folder & { readonly needs: Permission; readonly summary: string };

function books(path: string, title: string, summary: string, rel?: Folder['rel']): RootEntry {
  return { path, title, summary, leadsTo: 'books', needs: 'BooksRead', ...(rel === undefined ? {} : { rel }) };
}

function folders(path: string, title: string, summary: string, needs: Permission = 'SeriesRead'): RootEntry {
  return { path, title, summary, leadsTo: 'folders', needs };
}

const ENTRIES: readonly RootEntry[] = [
  books('keep-reading', mark('Continue reading'), mark('Books in progress')),
  books('on-deck', mark('On deck'), mark('What comes next in series you read')),
  books('want-to-read', mark('Want to read'), mark('Books you put aside for later'), 'shelf'),
  folders('want-to-read-series', mark('Want to read: series'), mark('Series you put aside for later')),
  books('recent', mark('Recently added'), mark('The newest books'), 'new'),
  folders('series-recent', mark('New series'), mark('Series that came last')),
  folders('libraries', mark('Libraries'), mark('Library by library'), 'LibrariesRead'),
  folders('series', mark('All series'), mark('By title')),
  books('books', mark('All books'), mark('By title')),
  folders('collections', mark('Collections'), mark('Series that belong together')),
  folders('readlists', mark('Reading lists'), mark('Books to read one after the other'), 'BooksRead'),
  folders('authors', mark('Authors'), mark('Who made the books'), 'BooksRead'),
  folders('publishers', mark('Publishers'), mark('Who published them'), 'BooksRead'),
  folders('genres', mark('Genres'), mark('Series by genre')),
  folders('tags', mark('Tags'), mark('Series by tag')),
];

/** The root: the entries that the viewer may open. */
export const rootFeed: FeedSource = {
  path: '',
  permission: 'user',
  read: async (ctx, { viewer }): Promise<Feed> => {
    const visible = ENTRIES.filter(({ needs }) => viewer.permissions.has(needs));
    const entries = visible.map(({ needs: _needs, title, summary, ...folder }) => ({
      ...folder,
      title: say(title),
      summary: say(summary),
    }));
    return {
      path: '',
      query: {},
      title: ctx.settings.get('application.name'),
      content: { kind: 'folders', folders: entries },
    };
  },
};
