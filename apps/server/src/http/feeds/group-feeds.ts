import type { Permission } from '@lectern/contract';
import type { Context } from '#context/context.ts';
import { say } from '#words/say.ts';
import { bookFeeds } from './book-feeds.ts';
import type { Feed, FeedAsked, FeedSource, Folder } from './feed.ts';
import { folderFeeds } from './folder-feeds.ts';
import { rootFeed } from './root-feed.ts';

/** Entries of each group. */
const GROUP_SIZE = 12;

/** A feed that is a group of another one, with the permission to see it. */
interface Part {
  readonly path: string;
  readonly needs: Permission;
}

const HOME: readonly Part[] = [
  { path: 'keep-reading', needs: 'BooksRead' },
  { path: 'on-deck', needs: 'BooksRead' },
  { path: 'want-to-read', needs: 'BooksRead' },
  { path: 'recent', needs: 'BooksRead' },
  { path: 'series-recent', needs: 'SeriesRead' },
];

const FOUND: readonly Part[] = [
  { path: 'series-search', needs: 'SeriesRead' },
  { path: 'books-search', needs: 'BooksRead' },
];

const lists: readonly FeedSource[] = [...bookFeeds, ...folderFeeds];
const sources = new Map(lists.map((source) => [source.path, source]));

async function readParts(ctx: Context, asked: FeedAsked, parts: readonly Part[], pageSize: number): Promise<Feed[]> {
  const visible = parts.filter(({ needs }) => asked.viewer.permissions.has(needs));
  const feeds = visible.map(async ({ path }) => sources.get(path)?.read(ctx, { ...asked, page: 1, pageSize }));
  return (await Promise.all(feeds)).filter((feed) => feed !== undefined);
}

function homeFolder(): Folder {
  return { path: 'home', title: say('Home'), leadsTo: 'folders', rel: 'featured' };
}

/** The root with an entry for the grouped home. */
const groupedRoot: FeedSource = {
  ...rootFeed,
  read: async (ctx, asked) => {
    const feed = await rootFeed.read(ctx, asked);
    if (feed.content.kind !== 'folders') return feed;
    return { ...feed, content: { kind: 'folders', folders: [homeFolder(), ...feed.content.folders] } };
  },
};

/** Every feed, for dialects without groups. */
export const feedSources: readonly FeedSource[] = [rootFeed, ...lists];

/** Every feed, for dialects with groups. */
export const groupedFeedSources: readonly FeedSource[] = [
  groupedRoot,
  {
    path: 'home',
    permission: 'user',
    read: async (ctx, asked) => {
      const groups = await readParts(ctx, asked, HOME, GROUP_SIZE);
      return { path: 'home', query: {}, title: say('Home'), up: '', content: { kind: 'groups', groups } };
    },
  },
  {
    path: 'search',
    permission: 'user',
    read: async (ctx, asked) => {
      const words = asked.query.q ?? '';
      const frame = {
        path: 'search',
        title: words === '' ? say('Search') : say('Found for “{words}”', { words }),
        up: '',
      };
      const groups = words === '' ? [] : await readParts(ctx, asked, FOUND, asked.pageSize);
      return { ...frame, query: words === '' ? {} : { query: words }, content: { kind: 'groups', groups } };
    },
  },
  ...lists,
];
