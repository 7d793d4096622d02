import { DEFAULT_LIMITS } from '../limits.ts';
import { htmlToText } from '../xml/html-text.ts';
import { parseXml } from '../xml/parse-xml.ts';
import { findAttribute, childElements, findChild, readElementText, type XmlElement } from '../xml/tree.ts';
import { readFeedDate } from './feed-date.ts';

/** A file offered by a feed entry. */
export interface FeedFile {
  readonly url: string;
  /** Stated media type, lower case. */
  readonly type: string | null;
}

/** A feed entry, with texts on one line. Addresses are unchecked. */
export interface FeedItem {
  /** Identifier of the entry; null without one. */
  readonly id: string | null;
  readonly title: string;
  /** Page about the entry. */
  readonly link: string | null;
  readonly files: readonly FeedFile[];
  readonly author: string | null;
  readonly language: string | null;
  readonly categories: readonly string[];
  /** As torrent indexes state it. */
  readonly infoHash: string | null;
  /** Epoch milliseconds. */
  readonly publishedAt: number | null;
}

/** Content of a feed document. */
export interface Feed {
  readonly title: string | null;
  readonly language: string | null;
  readonly items: readonly FeedItem[];
  /** True when the document was truncated or repaired. */
  readonly isDamaged: boolean;
}

/** Entries read: feeds list the newest first. */
const MAX_ITEMS = 2_000;
/** Items read of each list of an entry. */
const MAX_LISTED = 20;
const MAX_TEXT = 2_000;

function clean(text: string): string | null {
  const short = htmlToText(text.slice(0, MAX_TEXT)).replace(/\s+/g, ' ').trim();
  return short === '' ? null : short;
}

function textIn(parent: XmlElement, ...names: readonly string[]): string | null {
  for (const name of names) {
    const child = findChild(parent, name);
    const text = child === undefined ? null : clean(readElementText(child));
    if (text !== null) return text;
  }
  return null;
}

/** The text as written, without markup handling: an address or name. */
function rawIn(parent: XmlElement, name: string): string | null {
  const child = findChild(parent, name);
  const text = child === undefined ? '' : readElementText(child);
  return text === '' || text.length > MAX_TEXT ? null : text;
}

function readFile(element: XmlElement, attribute: 'url' | 'href'): readonly FeedFile[] {
  const url = findAttribute(element, attribute);
  if (url === undefined || url.length > MAX_TEXT) return [];
  return [{ url, type: findAttribute(element, 'type')?.toLowerCase().slice(0, 100) ?? null }];
}

/**
 * An RSS entry, with Dublin Core and torrent elements.
 * @see RSS 2.0 specification, "Elements of item"
 */
function readRssItem(item: XmlElement): FeedItem {
  const guid = findChild(item, 'guid');
  const isAddress = guid !== undefined && findAttribute(guid, 'isPermaLink')?.toLowerCase() !== 'false';
  const id = rawIn(item, 'guid') ?? findAttribute(item, 'about') ?? null;
  return {
    id,
    title: textIn(item, 'title') ?? '',
    link: rawIn(item, 'link') ?? (isAddress ? id : null) ?? rawIn(item, 'comments'),
    files: childElements(item, 'enclosure')
      .slice(0, MAX_LISTED)
      .flatMap((element) => readFile(element, 'url')),
    author: textIn(item, 'creator', 'author'),
    language: textIn(item, 'language'),
    categories: childElements(item, 'category')
      .slice(0, MAX_LISTED)
      .flatMap((element) => clean(readElementText(element)) ?? []),
    infoHash: rawIn(item, 'infoHash'),
    publishedAt: readFeedDate(rawIn(item, 'pubDate') ?? rawIn(item, 'date')),
  };
}

/**
 * An Atom entry; markup in texts is dropped, whatever their type.
 * @see RFC 4287 sections 4.1.2 and 4.2.7
 */
function readAtomEntry(entry: XmlElement): FeedItem {
  const links = childElements(entry, 'link').slice(0, MAX_LISTED);
  const related = (wanted: string): readonly FeedFile[] =>
    links
      .filter((link) => (findAttribute(link, 'rel') ?? 'alternate').toLowerCase() === wanted)
      .flatMap((link) => readFile(link, 'href'));
  const author = findChild(entry, 'author');
  return {
    id: rawIn(entry, 'id'),
    title: textIn(entry, 'title') ?? '',
    link: related('alternate')[0]?.url ?? null,
    files: related('enclosure'),
    author: (author === undefined ? null : textIn(author, 'name')) ?? textIn(entry, 'creator'),
    language: entry.attributes.get('lang')?.trim() ?? textIn(entry, 'language'),
    categories: childElements(entry, 'category')
      .slice(0, MAX_LISTED)
      .flatMap((element) => findAttribute(element, 'term')?.slice(0, MAX_TEXT) ?? []),
    infoHash: rawIn(entry, 'infoHash'),
    publishedAt: readFeedDate(rawIn(entry, 'published') ?? rawIn(entry, 'updated')),
  };
}

/**
 * Reads a feed: RSS 2.0 and earlier, RDF, or Atom. Other vocabularies are matched by local name. Entries without a
 * title are skipped.
 * @returns undefined when the document is no feed
 * @throws {FormatError} `xml.too-large` or `xml.malformed`
 */
export function readFeed(bytes: Uint8Array): Feed | undefined {
  const { root, recovered } = parseXml(bytes, { ...DEFAULT_LIMITS, xmlDepth: 64 });
  const name = root.name.toLowerCase();
  if (name === 'feed') {
    const items = childElements(root, 'entry').slice(0, MAX_ITEMS).map(readAtomEntry);
    const language = root.attributes.get('lang')?.trim() ?? null;
    return toFeed(items, { title: textIn(root, 'title'), language, isDamaged: recovered });
  }
  if (name !== 'rss' && name !== 'rdf') return undefined;
  const channel = findChild(root, 'channel');
  if (channel === undefined) return undefined;
  const items = childElements(name === 'rdf' ? root : channel, 'item')
    .slice(0, MAX_ITEMS)
    .map(readRssItem);
  return toFeed(items, {
    title: textIn(channel, 'title'),
    language: textIn(channel, 'language'),
    isDamaged: recovered,
  });
}

function toFeed(items: readonly FeedItem[], rest: Omit<Feed, 'items'>): Feed {
  return { ...rest, items: items.filter(({ title }) => title !== '') };
}
