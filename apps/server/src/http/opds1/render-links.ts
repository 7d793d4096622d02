import type { Addresses } from '../feeds/addresses.ts';
import { type Feed, otherPages, ownQuery } from '../feeds/feed.ts';
import { AUTHENTICATION } from '../feeds/media-types.ts';

export const ATOM = 'application/atom+xml';
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

/** Characters that must be escaped or replaced, lone surrogates included. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const SPECIAL = /[&<>"'\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff\ud800-\udfff]/;

/** Text for elements and attributes. */
export function escapeXml(text: string): string {
  // Most texts of a catalog need no escape.
  if (!SPECIAL.test(text)) return text;
  return text
    .toWellFormed()
    .replace(FORBIDDEN, '\ufffd')
    .replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}

/** An element with escaped text. */
export function element(name: string, text: string): string {
  return `<${name}>${escapeXml(text)}</${name}>`;
}

/** An element without content. Undefined attributes are left out. */
export function emptyElement(name: string, attributes: Readonly<Record<string, string | number | undefined>>): string {
  let text = `<${name}`;
  for (const key of Object.keys(attributes)) {
    const value = attributes[key];
    if (value !== undefined) text += ` ${key}="${typeof value === 'number' ? String(value) : escapeXml(value)}"`;
  }
  return `${text}/>`;
}

/** The media type of a feed: readers open books by one and folders by the other. */
export function getFeedType({ content }: Feed): string {
  return content.kind === 'books' ? ACQUISITION : NAVIGATION;
}

function link(attributes: Readonly<Record<string, string | number | undefined>>): string {
  return emptyElement('link', attributes);
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

/** Search as a description document, and as a template for readers that read no document. */
function searchLinks(addresses: Addresses): string[] {
  return [
    link({ rel: 'search', href: addresses.below('search.xml'), type: SEARCH_DESCRIPTION }),
    link({ rel: 'search', href: `${addresses.below('books-search')}?q={searchTerms}`, type: ATOM }),
  ];
}

/** The links of a feed itself. */
export function feedLinks(feed: Feed, addresses: Addresses): string[] {
  const { path, up } = feed;
  const type = getFeedType(feed);
  return [
    link({ rel: 'self', href: addresses.feed(path, ownQuery(feed)), type }),
    link({ rel: 'start', href: addresses.feed(''), type: NAVIGATION }),
    ...(up === undefined ? [] : [link({ rel: 'up', href: addresses.feed(up), type: NAVIGATION })]),
    ...searchLinks(addresses),
    ...(path === '' ? rootLinks(addresses) : []),
    ...otherPages(feed).map(({ rel, query }) => link({ rel, href: addresses.feed(path, query), type })),
    ...facetLinks(feed, addresses),
  ];
}

function rootLinks(addresses: Addresses): string[] {
  return [
    link({ rel: 'alternate', href: addresses.site('/opds/v2'), type: 'application/opds+json', title: 'OPDS 2.0' }),
    link({ rel: 'http://opds-spec.org/auth/document', href: addresses.site('/opds/v2/auth'), type: AUTHENTICATION }),
  ];
}
