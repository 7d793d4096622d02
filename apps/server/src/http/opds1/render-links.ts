import type { Addresses } from '../feeds/addresses.ts';
import type { Feed } from '../feeds/feed.ts';

const ATOM = 'application/atom+xml';
export const NAVIGATION = `${ATOM};profile=opds-catalog;kind=navigation`;
export const ACQUISITION = `${ATOM};profile=opds-catalog;kind=acquisition`;
export const ENTRY = `${ATOM};type=entry;profile=opds-catalog`;
export const SEARCH_DESCRIPTION = 'application/opensearchdescription+xml';

/** Characters that XML 1.0 allows nowhere, not even escaped. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Whatever is not the same outside of markup; half characters among it. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const SPECIAL = /[&<>"'\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff\ud800-\udfff]/;

/** Text as it may stand between tags and in attributes. */
export function escapeXml(text: string): string {
  // Most of a catalog is addresses and plain words.
  if (!SPECIAL.test(text)) return text;
  return text
    .toWellFormed()
    .replace(FORBIDDEN, '\ufffd')
    .replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}

/** An element with text inside; the text is escaped. */
export function element(name: string, text: string): string {
  return `<${name}>${escapeXml(text)}</${name}>`;
}

/** An element without content. Attributes without a value are left out; the order stays. */
export function emptyElement(name: string, attributes: Readonly<Record<string, string | number | undefined>>): string {
  let text = `<${name}`;
  for (const key of Object.keys(attributes)) {
    const value = attributes[key];
    if (value !== undefined) text += ` ${key}="${typeof value === 'number' ? String(value) : escapeXml(value)}"`;
  }
  return `${text}/>`;
}

/** The media type of a feed: readers open books by one and folders by the other. */
export function typeOf({ content }: Feed): string {
  return content.kind === 'books' ? ACQUISITION : NAVIGATION;
}

function link(attributes: Readonly<Record<string, string | number | undefined>>): string {
  return emptyElement('link', attributes);
}

function pageLinks(feed: Feed, addresses: Addresses): string[] {
  const { range, path, query } = feed;
  if (range === undefined) return [];
  const { page, pageSize, total } = range;
  const last = Math.max(1, Math.ceil(total / pageSize));
  const to = (rel: string, target: number): string =>
    link({ rel, href: addresses.feed(path, { ...query, page: target, pageSize }), type: typeOf(feed) });
  return [
    to('first', 1),
    ...(page > 1 ? [to('previous', Math.min(page - 1, last))] : []),
    ...(page < last ? [to('next', page + 1)] : []),
    to('last', last),
  ];
}

function facetLinks({ path, facets = [] }: Feed, addresses: Addresses): string[] {
  return facets.flatMap((group) =>
    group.facets.map(({ title, query, isActive }) =>
      link({
        rel: 'http://opds-spec.org/facet',
        href: addresses.feed(path, query),
        // Some readers skip a facet without a type.
        type: ACQUISITION,
        title,
        'opds:facetGroup': group.title,
        'opds:activeFacet': isActive ? 'true' : undefined,
      }),
    ),
  );
}

/** Searching: described in a document, and as a template for readers that read no document. */
function searchLinks(addresses: Addresses): string[] {
  return [
    link({ rel: 'search', href: addresses.below('search.xml'), type: SEARCH_DESCRIPTION }),
    link({ rel: 'search', href: `${addresses.below('books-search')}?q={searchTerms}`, type: ATOM }),
  ];
}

/** The links that a feed itself has. */
export function feedLinks(feed: Feed, addresses: Addresses): string[] {
  const { path, query, range, up } = feed;
  const paging = range === undefined ? {} : { page: range.page, pageSize: range.pageSize };
  const isRoot = path === '';
  return [
    link({ rel: 'self', href: addresses.feed(path, { ...query, ...paging }), type: typeOf(feed) }),
    link({ rel: 'start', href: addresses.feed(''), type: NAVIGATION }),
    ...(up === undefined ? [] : [link({ rel: 'up', href: addresses.feed(up), type: NAVIGATION })]),
    ...searchLinks(addresses),
    ...(isRoot ? rootLinks(addresses) : []),
    ...pageLinks(feed, addresses),
    ...facetLinks(feed, addresses),
  ];
}

function rootLinks(addresses: Addresses): string[] {
  return [
    link({ rel: 'alternate', href: addresses.site('/opds/v2'), type: 'application/opds+json', title: 'OPDS 2.0' }),
    link({
      rel: 'http://opds-spec.org/auth/document',
      href: addresses.site('/opds/v2/auth'),
      type: 'application/opds-authentication+json',
    }),
  ];
}
