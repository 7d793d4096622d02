import type { CatalogBook } from '#core/catalog/browse/catalog-books.ts';
import { say } from '#words/say.ts';
import type { Addresses } from '../feeds/addresses.ts';
import { changedAt, type Feed } from '../feeds/feed.ts';
import { bookEntry, type EntryRights, folderEntry, toEntryId } from './render-entry.ts';
import { element, escapeXml, feedLinks } from './render-links.ts';

/** Readers expect exactly these prefixes. */
const NAMESPACES = [
  'xmlns="http://www.w3.org/2005/Atom"',
  'xmlns:opds="http://opds-spec.org/2010/catalog"',
  'xmlns:dc="http://purl.org/dc/terms/"',
  'xmlns:pse="http://vaemendis.net/opds-pse/ns"',
  'xmlns:thr="http://purl.org/syndication/thread/1.0"',
  'xmlns:opensearch="http://a9.com/-/spec/opensearch/1.1/"',
].join(' ');

/** Some readers recognise the OPDS version by the first character. */
const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>';

export interface RenderTools {
  readonly addresses: Addresses;
  readonly rights: EntryRights;
  readonly serverName: string;
}

function totals({ range }: Feed): string[] {
  if (range === undefined) return [];
  const { page, pageSize, total } = range;
  return [
    element('opensearch:totalResults', String(total)),
    element('opensearch:itemsPerPage', String(pageSize)),
    // Counts from 1.
    element('opensearch:startIndex', String((page - 1) * pageSize + 1)),
  ];
}

function entries(feed: Feed, { addresses, rights }: RenderTools, updated: string): string[] {
  const { content } = feed;
  switch (content.kind) {
    case 'folders':
      return content.folders.map((folder) => folderEntry(folder, addresses, updated));
    case 'books':
      return content.books.map((book) => bookEntry(book, addresses, rights));
    case 'groups':
      return content.groups.flatMap((group) => entries(group, { addresses, rights, serverName: '' }, updated));
  }
}

/** A feed as an OPDS 1.2 document. */
export function renderFeed(feed: Feed, tools: RenderTools): string {
  const updated = changedAt(feed);
  return [
    DECLARATION,
    `<feed ${NAMESPACES}>`,
    element('id', toEntryId({ path: feed.path })),
    element('title', feed.title),
    element('updated', updated),
    `<author>${element('name', tools.serverName)}</author>`,
    ...feedLinks(feed, tools.addresses),
    ...totals(feed),
    ...entries(feed, tools, updated),
    '</feed>',
  ].join('\n');
}

/** One book as a document of its own. */
export function renderEntry(book: CatalogBook, { addresses, rights }: RenderTools): string {
  return `${DECLARATION}\n${bookEntry(book, addresses, rights).replace('<entry>', `<entry ${NAMESPACES}>`)}`;
}

/** The description of the search (OpenSearch 1.1). */
export function renderSearchDescription(serverName: string, template: string, type: string): string {
  // At most 16 characters.
  const shortName = Array.from(serverName).slice(0, 16).join('').trim();
  return [
    DECLARATION,
    '<OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/">',
    element('ShortName', shortName),
    element('Description', say('Search the books of {name}', { name: serverName })),
    element('InputEncoding', 'UTF-8'),
    element('OutputEncoding', 'UTF-8'),
    `<Url type="${escapeXml(type)}" template="${escapeXml(template)}"/>`,
    '</OpenSearchDescription>',
  ].join('\n');
}
