import type { ValidateFunction } from 'ajv';
import { expect } from 'vitest';
import { z } from 'zod';
import type { Client } from './client.ts';
import { findOpdsSchemas } from './opds-schemas.ts';

export const OPDS2_ROOT = '/opds/v2';
const FEED_TYPE = 'application/opds+json';
/** Undefined in a clone without them. */
export const schemas = findOpdsSchemas();

export const OpdsLink = z.looseObject({
  href: z.string(),
  type: z.string(),
  rel: z.string().optional(),
  title: z.string().optional(),
  templated: z.boolean().optional(),
});
const Publication = z.looseObject({
  metadata: z.looseObject({ title: z.string() }),
  links: z.array(OpdsLink),
  images: z.array(OpdsLink),
});
export type Publication = z.infer<typeof Publication>;
const lists = { navigation: z.array(OpdsLink).optional(), publications: z.array(Publication).optional() };
const Feed = z.looseObject({
  metadata: z.looseObject({ title: z.string(), numberOfItems: z.number().optional() }),
  links: z.array(OpdsLink),
  facets: z.array(z.object({ metadata: z.object({ title: z.string() }), links: z.array(OpdsLink) })).optional(),
  groups: z
    .array(z.looseObject({ metadata: z.looseObject({ title: z.string() }), links: z.array(OpdsLink), ...lists }))
    .optional(),
  ...lists,
});
type Feed = z.infer<typeof Feed>;

/** Fails when a document breaks the published schema, which a clone may be without. */
export function conform(schema: ValidateFunction | undefined, document: unknown): void {
  if (schema !== undefined && !schema(document)) {
    throw new Error(`${JSON.stringify(schema.errors, null, 1)}\n${JSON.stringify(document).slice(0, 4_000)}`);
  }
}

/** The path of an absolute address of the server. */
export function toPath({ url }: Client, { href }: { readonly href: string }): string {
  if (!href.startsWith(`${url}/`)) throw new Error(`Expected an address below ${url}, found "${href}"`);
  return href.slice(url.length);
}

/** Reads a feed, and checks it. */
export async function getFeed(client: Client, path: string): Promise<Feed> {
  const answer = await client.fetch(path);
  const text = await answer.text();
  if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${text}`);
  expect(answer.headers.get('content-type')).toBe(FEED_TYPE);
  const document: unknown = JSON.parse(text);
  conform(schemas?.feed, document);
  return Feed.parse(document);
}

/** Titles of the books on a page. */
export function titles({
  publications = [],
}: {
  readonly publications?: readonly Publication[] | undefined;
}): string[] {
  return publications.map(({ metadata }) => metadata.title);
}

/** The link of a relation; a test that wants one fails without. */
export function linkTo({ links }: { readonly links: readonly z.infer<typeof OpdsLink>[] }, rel: string) {
  const link = links.find((candidate) => candidate.rel === rel);
  if (link === undefined) throw new Error(`Expected a link "${rel}", found ${JSON.stringify(links)}`);
  return link;
}

/** Every link of a feed to another, but its facets: they multiply. */
function listFeeds(feed: Feed) {
  const groups = feed.groups ?? [];
  const links = [...feed.links, ...(feed.navigation ?? []), ...groups.flatMap((group) => group.links)];
  const inGroups = groups.flatMap((group) => group.navigation ?? []);
  return [...links, ...inGroups].filter(({ type, templated }) => type === FEED_TYPE && templated !== true);
}

/** Reads every feed that can be reached from the root. */
export async function walkFeeds(client: Client): Promise<ReadonlyMap<string, Feed>> {
  const seen = new Map<string, Feed>();
  const waiting = [OPDS2_ROOT];
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
    if (seen.has(path)) continue;
    const feed = await getFeed(client, path);
    seen.set(path, feed);
    waiting.push(...listFeeds(feed).map((link) => toPath(client, link)));
  }
  return seen;
}

/** Reads every book of a catalog page by page with its manifest, and checks all. @returns how many there were of each */
export async function checkFeedBooks(client: Client): Promise<{ readonly books: number; readonly manifests: number }> {
  let path: string | undefined = `${OPDS2_ROOT}/books?pageSize=100`;
  let [books, manifests] = [0, 0];
  while (path !== undefined) {
    const feed: Feed = await getFeed(client, path);
    for (const publication of feed.publications ?? []) {
      books += 1;
      const link = publication.links.find(({ rel }) => rel === 'alternate');
      if (link === undefined) continue;
      const answer = await client.fetch(toPath(client, link));
      const manifest: unknown = await answer.json();
      if (answer.status !== 200) throw new Error(`${link.href}: ${answer.status} ${JSON.stringify(manifest)}`);
      conform(schemas?.manifest, manifest);
      manifests += 1;
    }
    const next = feed.links.find(({ rel }) => rel === 'next');
    path = next === undefined ? undefined : toPath(client, next);
  }
  return { books, manifests };
}
