import type { z } from 'zod';
import { checkXml, getAtom, linkTo, toPath } from './atom-feeds.ts';
import type { Client } from './client.ts';
import { getFeed, linkTo as jsonLinkTo, type OpdsLink, OPDS2_ROOT } from './opds-feeds.ts';

/** What a page of a list says of itself and of its neighbours. Paths are those of the server. */
interface ListPage {
  readonly title: string;
  /** One for each entry. */
  readonly keys: readonly string[];
  /** Undefined where everything is on one page. */
  readonly total: number | undefined;
  readonly next: string | undefined;
  readonly last: string | undefined;
  /** Places that it leads into. */
  readonly places: readonly string[];
}

/** A list with all of its pages. */
export interface PagedList {
  readonly title: string;
  readonly keys: readonly string[];
  readonly total: number | undefined;
  readonly pages: number;
}

/** One dialect of the catalog. */
export interface CatalogReader {
  readonly start: string;
  /** Reads a page, and fails where the document is not valid. */
  readonly read: (path: string) => Promise<ListPage>;
  /** Checks what is checked many at a time. */
  readonly finish: () => Promise<void>;
}

/** Documents that are checked at once: starting to check costs more than checking one. */
const TOGETHER = 40;

/** OPDS 1.2: documents are checked against the grammar in groups, in a thread of its own while the next ones are read. */
export function atomReader(client: Client): CatalogReader {
  let unchecked: string[] = [];
  let checking: Promise<void> = Promise.resolve();
  /** Waits for the group before, and has this one checked. */
  const checkGroup = async (): Promise<void> => {
    await checking;
    const texts = unchecked;
    unchecked = [];
    checking = texts.length > 0 ? checkXml(texts) : Promise.resolve();
    // The error reaches the test that waits.
    checking.catch(() => undefined);
  };
  const finish = async (): Promise<void> => {
    await checkGroup();
    await checking;
  };
  const read = async (path: string): Promise<ListPage> => {
    const feed = await getAtom(client, path);
    unchecked.push(feed.text);
    if (unchecked.length >= TOGETHER) await checkGroup();
    const total = /<opensearch:totalResults>(\d+)</.exec(feed.text)?.[1];
    const toPage = (rel: string): string | undefined =>
      feed.links.some((link) => link['rel'] === rel) ? toPath(client, linkTo(feed, rel)) : undefined;
    const links = feed.entries.flatMap((entry) => entry.links);
    const isPlace = ({ rel, type = '' }: (typeof links)[number]): boolean =>
      rel !== 'alternate' && type.startsWith('application/atom+xml');
    return {
      title: feed.title,
      keys: feed.entries.map(({ text }) => /<id>([^<]*)<\/id>/.exec(text)?.[1] ?? ''),
      total: total === undefined ? undefined : Number(total),
      next: toPage('next'),
      last: toPage('last'),
      places: links.filter(isPlace).map((link) => toPath(client, link)),
    };
  };
  return { start: '/opds/v1.2/catalog', read, finish };
}

/** OPDS 2.0: every document is checked as it comes. */
export function jsonReader(client: Client): CatalogReader {
  const toPaths = (links: readonly z.infer<typeof OpdsLink>[]): string[] =>
    links.map(({ href }) => toPath(client, { href }));
  const read = async (path: string): Promise<ListPage> => {
    const feed = await getFeed(client, path);
    const { navigation = [], publications = [], groups = [] } = feed;
    const toPage = (rel: string): string | undefined =>
      feed.links.some((link) => link.rel === rel) ? toPath(client, { href: jsonLinkTo(feed, rel).href }) : undefined;
    const inGroups = groups.flatMap((group) => [jsonLinkTo(group, 'self'), ...(group.navigation ?? [])]);
    return {
      title: feed.metadata.title,
      keys: [
        ...navigation.map(({ href }) => href),
        ...publications.map((publication) => jsonLinkTo(publication, 'self').href),
      ],
      total: feed.metadata.numberOfItems,
      next: toPage('next'),
      last: toPage('last'),
      places: toPaths([...navigation, ...inGroups]),
    };
  };
  return { start: OPDS2_ROOT, read, finish: async () => Promise.resolve() };
}

/** Reads a list to its end; its first page names its last. */
async function readList(reader: CatalogReader, start: string, found: (places: readonly string[]) => void) {
  const keys: string[] = [];
  let first: ListPage | undefined;
  let [path, at, pages]: [string | undefined, string, number] = [start, start, 0];
  while (path !== undefined) {
    const page: ListPage = await reader.read(path);
    first ??= page;
    pages += 1;
    keys.push(...page.keys);
    found(page.places);
    at = path;
    path = page.next;
  }
  if (pages > 1 && at !== first?.last) throw new Error(`"${start}" ends with "${at}", and says "${first?.last ?? ''}"`);
  return { title: first?.title ?? '', keys, total: first?.total, pages };
}

/** Reads every page of every list of a catalog, facets aside: they are the same lists again, sorted and narrowed. */
export async function readWholeCatalog(reader: CatalogReader): Promise<ReadonlyMap<string, PagedList>> {
  const lists = new Map<string, PagedList>();
  const waiting = [reader.start];
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
    if (!lists.has(path)) lists.set(path, await readList(reader, path, (places) => waiting.push(...places)));
  }
  await reader.finish();
  return lists;
}
