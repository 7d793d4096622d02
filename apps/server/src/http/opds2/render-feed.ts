import { changedAt, type Feed, type Folder } from '../feeds/feed.ts';
import { FEED, type Link, type PublicationTools, renderPublication } from './render-publication.ts';

const RELS = {
  new: 'http://opds-spec.org/sort/new',
  shelf: 'http://opds-spec.org/shelf',
  featured: 'http://opds-spec.org/featured',
} as const;

type Json = Readonly<Record<string, unknown>>;

function folderLink({ path, title, count, rel }: Folder, { addresses }: PublicationTools): Link {
  return {
    title,
    href: addresses.feed(path),
    type: FEED,
    rel: rel === undefined ? 'subsection' : RELS[rel],
    ...(count === undefined ? {} : { properties: { numberOfItems: count } }),
  };
}

function pageLinks({ path, query, range }: Feed, { addresses }: PublicationTools): readonly Link[] {
  if (range === undefined) return [];
  const { page, pageSize, total } = range;
  const last = Math.max(1, Math.ceil(total / pageSize));
  const to = (rel: string, target: number): Link => ({
    rel,
    href: addresses.feed(path, { ...query, page: target, pageSize }),
    type: FEED,
  });
  return [
    to('first', 1),
    ...(page > 1 ? [to('previous', Math.min(page - 1, last))] : []),
    ...(page < last ? [to('next', page + 1)] : []),
    to('last', last),
  ];
}

function linksOf(feed: Feed, tools: PublicationTools): readonly Link[] {
  const { addresses } = tools;
  const { path, query, range, up } = feed;
  const paging = range === undefined ? {} : { page: range.page, pageSize: range.pageSize };
  const search = `${addresses.below('search')}{?query}`;
  return [
    { rel: 'self', href: addresses.feed(path, { ...query, ...paging }), type: FEED },
    { rel: 'start', href: addresses.feed(''), type: FEED },
    ...(up === undefined ? [] : [{ rel: 'up', href: addresses.feed(up), type: FEED }]),
    { rel: 'search', href: search, type: FEED, templated: true },
    ...pageLinks(feed, tools),
  ];
}

function metadataOf(feed: Feed): Json {
  const { title, range } = feed;
  return {
    title,
    modified: changedAt(feed),
    ...(range === undefined
      ? {}
      : { numberOfItems: range.total, itemsPerPage: range.pageSize, currentPage: range.page }),
  };
}

/** Nothing may be an empty list but the groups. */
function contentOf({ content }: Feed, tools: PublicationTools): Json {
  switch (content.kind) {
    case 'folders':
      if (content.folders.length === 0) return { groups: [] };
      return { navigation: content.folders.map((folder) => folderLink(folder, tools)) };
    case 'books':
      if (content.books.length === 0) return { groups: [] };
      return { publications: content.books.map((book) => renderPublication(book, tools)) };
    case 'groups':
      return { groups: content.groups.flatMap((group) => groupOf(group, tools)) };
  }
}

function isEmpty({ content }: Feed): boolean {
  if (content.kind === 'folders') return content.folders.length === 0;
  return content.kind === 'books' && content.books.length === 0;
}

/** A part of a feed; an empty one is left out. */
function groupOf(group: Feed, tools: PublicationTools): readonly Json[] {
  if (isEmpty(group)) return [];
  const { title, range, path, query } = group;
  const total = range?.total;
  return [
    {
      metadata: { title, ...(total === undefined ? {} : { numberOfItems: total }) },
      links: [{ rel: 'self', href: tools.addresses.feed(path, query), type: FEED }],
      ...contentOf(group, tools),
    },
  ];
}

/** Other lists of the same, to choose like facets; which one this is goes by its address. */
function relatedOf({ path, title, related = [] }: Feed, { addresses }: PublicationTools): readonly Json[] {
  if (related.length === 0) return [];
  const others = related.map((folder) => ({ href: addresses.feed(folder.path), type: FEED, title: folder.title }));
  const links = [{ rel: 'self', href: addresses.feed(path), type: FEED, title }, ...others];
  return [{ metadata: { title: 'Lists' }, links }];
}

function facetsOf(feed: Feed, tools: PublicationTools): Json {
  const { path, facets = [] } = feed;
  const groups = facets.map((group) => ({
    metadata: { title: group.title },
    links: group.facets.map(({ title, query, isActive }) => ({
      ...(isActive ? { rel: 'self' } : {}),
      href: tools.addresses.feed(path, query),
      type: FEED,
      title,
    })),
  }));
  const all = [...relatedOf(feed, tools), ...groups];
  return all.length === 0 ? {} : { facets: all };
}

/** A feed as OPDS 2.0. */
export function renderFeed(feed: Feed, tools: PublicationTools): Json {
  return {
    metadata: metadataOf(feed),
    links: linksOf(feed, tools),
    ...facetsOf(feed, tools),
    ...contentOf(feed, tools),
  };
}
