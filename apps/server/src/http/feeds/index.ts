import { bookFeeds } from './book-feeds.ts';
import { folderFeeds } from './folder-feeds.ts';
import { groupFeeds } from './group-feeds.ts';
import { rootFeed } from './root-feed.ts';
import type { FeedSource } from './feed.ts';

const lists: readonly FeedSource[] = [...bookFeeds, ...folderFeeds];

/** Every place of the catalog that any reader app can open. */
export const feedSources: readonly FeedSource[] = [rootFeed, ...lists];

/** The same with places made of several lists, for dialects that have groups. */
export const groupedFeedSources: readonly FeedSource[] = [...groupFeeds, ...lists];
