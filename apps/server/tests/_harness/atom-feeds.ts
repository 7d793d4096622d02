import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { validateXML } from 'xmllint-wasm';
import type { Client } from './client.ts';

const SCHEMAS = join(import.meta.dirname, '../_schemas');
const FEED_SCHEMA = readFileSync(join(SCHEMAS, 'opds1-profile.rng'), 'utf8');
const SEARCH_SCHEMA = readFileSync(join(SCHEMAS, 'opensearch.rng'), 'utf8');

/** Attributes of one link. */
export type AtomLink = Readonly<Record<string, string>>;

/** A document of an OPDS 1.2 catalog, as far as tests look at it. */
export interface AtomFeed {
  readonly text: string;
  readonly contentType: string;
  readonly title: string;
  readonly links: readonly AtomLink[];
  readonly entries: readonly AtomEntry[];
}

export interface AtomEntry {
  readonly text: string;
  readonly title: string;
  readonly links: readonly AtomLink[];
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
};

function unescape(text: string): string {
  return text.replace(/&(amp|lt|gt|quot|#39);/g, (entity) => ENTITIES[entity] ?? entity);
}

function readLinks(text: string): AtomLink[] {
  return [...text.matchAll(/<link ([^>]*)\/>/g)].map(([, attributes = '']) =>
    Object.fromEntries(
      [...attributes.matchAll(/([\w:]+)="([^"]*)"/g)].map(([, name = '', value = '']) => [name, unescape(value)]),
    ),
  );
}

function readTitle(text: string): string {
  return unescape(/<title>([^<]*)<\/title>/.exec(text)?.[1] ?? '');
}

/** Fails when one of the documents is not what the grammar says; well-formed they are then as well. */
export async function checkXml(texts: readonly string[], of: 'feed' | 'search' = 'feed'): Promise<void> {
  const schema = of === 'feed' ? FEED_SCHEMA : SEARCH_SCHEMA;
  const { valid, errors } = await validateXML({
    xml: texts.map((contents, index) => ({ fileName: `document-${index}.xml`, contents })),
    schema: { fileName: 'schema.rng', contents: schema },
    extension: 'relaxng',
    initialMemoryPages: 1_024,
    maxMemoryPages: 16_384,
  });
  if (valid) return;
  const [first] = errors;
  const at = Number(/document-(\d+)/.exec(first?.rawMessage ?? '')?.[1] ?? 0);
  throw new Error(`${errors.map(({ rawMessage }) => rawMessage).join('\n')}\n${texts[at]?.slice(0, 4_000) ?? ''}`);
}

/** Whatever a valid catalog document says. */
function readAtom(text: string, contentType = ''): AtomFeed {
  const [head = '', ...rest] = text.split('<entry');
  return {
    text,
    contentType,
    title: readTitle(head),
    links: readLinks(head),
    entries: rest.map((entry) => ({ text: entry, title: readTitle(entry), links: readLinks(entry) })),
  };
}

/** Reads a document below the server's address. Checking each would take longer than all else: `walkAtom` checks them at once. */
export async function getAtom(client: Client, path: string): Promise<AtomFeed> {
  const answer = await client.fetch(path);
  const text = await answer.text();
  if (answer.status !== 200) throw new Error(`${path}: ${String(answer.status)} ${text}`);
  return readAtom(text, answer.headers.get('content-type') ?? '');
}

/** The first link of a relation; a test that wants one fails without. */
export function linkTo({ links }: { readonly links: readonly AtomLink[] }, rel: string): AtomLink {
  const link = links.find((candidate) => candidate['rel'] === rel);
  if (link === undefined) throw new Error(`Expected a link "${rel}", found ${JSON.stringify(links)}`);
  return link;
}

/** The path of an absolute address of the server. */
export function toPath({ url }: Client, link: AtomLink): string {
  const { href = '' } = link;
  if (!href.startsWith(`${url}/`)) throw new Error(`Expected an address below ${url}, found "${href}"`);
  return href.slice(url.length);
}

/**
 * Walks a catalog through every link to a document, and checks each of them.
 * @param isFollowed facets are not unless this says so: they multiply
 */
export async function walkAtom(
  client: Client,
  start: string,
  isFollowed: (link: AtomLink) => boolean = ({ rel }) => rel !== 'http://opds-spec.org/facet',
): Promise<ReadonlyMap<string, AtomFeed>> {
  const seen = new Map<string, AtomFeed>();
  const waiting = [start];
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
    if (seen.has(path)) continue;
    const feed = await getAtom(client, path);
    seen.set(path, feed);
    const links = [...feed.links, ...feed.entries.flatMap((entry) => entry.links)].filter(isFollowed);
    const feeds = links.filter(
      ({ type = '', href = '' }) => type.startsWith('application/atom+xml') && !href.includes('{searchTerms}'),
    );
    waiting.push(...feeds.map((link) => toPath(client, link)));
  }
  await checkXml([...seen.values()].map(({ text }) => text));
  return seen;
}

/** Reads every book of a catalog page by page, and checks each document. @returns how many there were */
export async function checkAtomBooks(client: Client): Promise<number> {
  const isNext = ({ rel }: AtomLink) => rel === 'next';
  const pages = await walkAtom(client, '/opds/v1.2/books?pageSize=100', isNext);
  return [...pages.values()].reduce((sum, { entries }) => sum + entries.length, 0);
}
