import { getFeed, getOpenSearch, getPublication, getSearch, isOPDSCatalog, REL } from 'foliate-js/opds.js';
import { parseXmlDocument } from 'slimdom';
import { z } from 'zod';

const Link = z.looseObject({
  href: z.string(),
  type: z.string().nullish(),
  title: z.string().nullish(),
  rel: z.union([z.string(), z.array(z.string())]).nullish(),
});
/** A link as foliate keeps it. */
export type FoliateLink = z.infer<typeof Link>;

const Publication = z.looseObject({
  metadata: z.looseObject({
    title: z.string(),
    author: z.array(z.looseObject({ name: z.string() })),
    publisher: z.string().optional(),
    published: z.string().optional(),
    language: z.string().optional(),
    subject: z.array(z.looseObject({ name: z.string(), code: z.string() })),
  }),
  links: z.array(Link),
  images: z.array(Link),
});

const Feed = z.looseObject({
  metadata: z.looseObject({ title: z.string() }),
  links: z.array(Link),
  navigation: z.array(Link).optional(),
  publications: z.array(Publication).optional(),
  facets: z.array(z.looseObject({ metadata: z.object({ title: z.string() }), links: z.array(Link) })),
});

interface Search {
  readonly params: readonly { readonly name: string }[];
  /** Fills the template with words by name. */
  readonly search: (words: ReadonlyMap<null, ReadonlyMap<string, string>>) => string;
}

/** An Atom feed as foliate reads one. */
export function readAtomAsFoliate(text: string): z.infer<typeof Feed> {
  return Feed.parse(getFeed(parseXmlDocument(text)));
}

/** An Atom entry by itself. */
export function readEntryAsFoliate(text: string): z.infer<typeof Publication> {
  return Publication.parse(getPublication(parseXmlDocument(text).documentElement));
}

/** Whether foliate would open what a link leads to. */
export function opensInFoliate({ type }: FoliateLink): boolean {
  return isOPDSCatalog(type);
}

/** The address that foliate would search at: by an OpenSearch description. */
export function describedSearch(description: string, words: string): string {
  const { search } = getOpenSearch(parseXmlDocument(description)) as Search;
  return search(new Map([[null, new Map([['searchTerms', words]])]]));
}

/** The address that foliate would search at: by a template of OPDS 2.0. */
export async function templatedSearch(link: { readonly href: string }, words: string): Promise<string> {
  const { search, params } = (await getSearch(link)) as Search;
  return search(new Map([[null, new Map(params.map(({ name }) => [name, words]))]]));
}

/** The link of a relation; throws without one. */
export function linkBehind(links: readonly FoliateLink[], rel: string): FoliateLink {
  const link = links.find((candidate) => [candidate.rel].flat().includes(rel));
  if (link === undefined) throw new Error(`Expected a link "${rel}", found ${JSON.stringify(links)}`);
  return link;
}

export const ACQUISITION: string = z.object({ ACQ: z.string() }).parse(REL).ACQ;
