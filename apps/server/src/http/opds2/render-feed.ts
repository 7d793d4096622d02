import { changedAt, type Feed, type Folder, otherPages, ownQuery } from '../feeds/feed.ts';
import { FEED, type Link, type PublicationTools, renderPublication } from './render-publication.ts';
import { say } from '#words/say.ts';

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

function buildLinks(feed: Feed, { addresses }: PublicationTools): readonly Link[] {
  const { path, up } = feed;
  const search = `${addresses.below('search')}{?query}`;
  return [
    { rel: 'self', href: addresses.feed(path, ownQuery(feed)), type: FEED },
    { rel: 'start', href: addresses.feed(''), type: FEED },
    ...(up === undefined ? [] : [{ rel: 'up', href: addresses.feed(up), type: FEED }]),
    { rel: 'search', href: search, type: FEED, templated: true },
    ...otherPages(feed).map(({ rel, query }) => ({ rel, href: addresses.feed(path, query), type: FEED })),
  ];
}

function buildMetadata(feed: Feed): Json {
  const { title, range } = feed;
  return {
    title,
    modified: changedAt(feed),
    ...(range === undefined
      ? {}
      : { numberOfItems: range.total, itemsPerPage: range.pageSize, currentPage: range.page }),
  };
}

/** The specification allows no empty list but `groups`. */
function buildContent({ content }: Feed, tools: PublicationTools): Json {
  switch (content.kind) {
    case 'folders':
      if (content.folders.length === 0) return { groups: [] };
      return { navigation: content.folders.map((folder) => folderLink(folder, tools)) };
    case 'books':
      if (content.books.length === 0) return { groups: [] };
      return { publications: content.books.map((book) => renderPublication(book, tools)) };
    case 'groups':
      return { groups: content.groups.flatMap((group) => buildGroups(group, tools)) };
  }
}

function isEmpty({ content }: Feed): boolean {
  if (content.kind === 'folders') return content.folders.length === 0;
  return content.kind === 'books' && content.books.length === 0;
}

/** A group; an empty one is left out. */
function buildGroups(group: Feed, tools: PublicationTools): readonly Json[] {
  if (isEmpty(group)) return [];
  const { title, range, path, query } = group;
  const total = range?.total;
  return [
    {
      metadata: { title, ...(total === undefined ? {} : { numberOfItems: total }) },
      links: [{ rel: 'self', href: tools.addresses.feed(path, query), type: FEED }],
      ...buildContent(group, tools),
    },
  ];
}

/** Other lists of the same library, as facets. */
function buildRelated({ path, title, related = [] }: Feed, { addresses }: PublicationTools): readonly Json[] {
  if (related.length === 0) return [];
  const others = related.map((folder) => ({ href: addresses.feed(folder.path), type: FEED, title: folder.title }));
  const links = [{ rel: 'self', href: addresses.feed(path), type: FEED, title }, ...others];
  return [{ metadata: { title: say('Lists') }, links }];
}

function buildFacets(feed: Feed, tools: PublicationTools): Json {
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
  const all = [...buildRelated(feed, tools), ...groups];
  return all.length === 0 ? {} : { facets: all };
}

/** A feed as an OPDS 2.0 document. */
export function renderFeed(feed: Feed, tools: PublicationTools): Json {
  return {
    metadata: buildMetadata(feed),
    links: buildLinks(feed, tools),
    ...buildFacets(feed, tools),
    ...buildContent(feed, tools),
  };
}
