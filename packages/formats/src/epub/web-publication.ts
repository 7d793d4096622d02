import {
  type Contributor,
  type EmbeddedMetadata,
  type EpubResource,
  type EpubStructure,
  type EpubTocItem,
} from '../reading.ts';

/** Link object of a web publication. */
export interface PublicationLink {
  readonly href: string;
  readonly type?: string;
  readonly title?: string;
  readonly rel?: string;
  readonly properties?: Readonly<Record<string, unknown>>;
  readonly children?: readonly PublicationLink[];
}

/**
 * Readium web publication manifest, plain JSON.
 * @see https://readium.org/webpub-manifest/
 */
export interface WebPublication {
  readonly '@context': string;
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly links: readonly PublicationLink[];
  readonly readingOrder: readonly PublicationLink[];
  readonly resources: readonly PublicationLink[];
  readonly toc: readonly PublicationLink[];
  readonly landmarks?: readonly PublicationLink[];
  readonly pageList?: readonly PublicationLink[];
}

/** Addresses of a served publication. */
export interface PublicationAddresses {
  /** Of the manifest itself. */
  readonly self: string;
  /** Of the position list, when it is served. */
  readonly positions?: string;
  /** Address of a resource; encodes the archive path. */
  readonly resourceHref: (path: string) => string;
  /** Title in the library, which may differ from the file's. */
  readonly title: string;
}

/** A position of Readium's position list. */
export interface PublicationPosition {
  readonly href: string;
  readonly type: string;
  readonly title?: string;
  readonly locations: {
    /** Inside the resource, 0 to below 1. */
    readonly progression: number;
    /** From 1, through the whole book. */
    readonly position: number;
    /** Inside the book, 0 to below 1. */
    readonly totalProgression: number;
  };
}

const CONTRIBUTOR_KEYS: Readonly<Record<Contributor['role'], string>> = {
  author: 'author',
  co_author: 'author',
  writer: 'author',
  editor: 'editor',
  translator: 'translator',
  illustrator: 'illustrator',
  contributor: 'contributor',
  penciller: 'penciler',
  inker: 'inker',
  colorist: 'colorist',
  letterer: 'letterer',
  cover_artist: 'artist',
};

/** The manifest for reading apps. Fonts are served deobfuscated, so nothing is marked as encrypted. */
export function toWebPublication(
  structure: EpubStructure,
  metadata: EmbeddedMetadata,
  addresses: PublicationAddresses,
): WebPublication {
  const inOrder = new Set(structure.readingOrder.map(({ resource }) => resource));
  const link = (resource: EpubResource): PublicationLink => ({
    href: addresses.resourceHref(resource.href),
    type: resource.mediaType,
    ...(resource.href === structure.coverHref ? { rel: 'cover' } : {}),
    ...linkProperties(resource),
  });
  const list = (items: readonly EpubTocItem[]): readonly PublicationLink[] =>
    items.map((item) => tocLink(item, addresses));
  return {
    '@context': 'https://readium.org/webpub-manifest/context.jsonld',
    metadata: describePublication(structure, metadata, addresses.title),
    links: [
      { rel: 'self', href: addresses.self, type: 'application/webpub+json' },
      ...(addresses.positions === undefined
        ? []
        : [
            {
              rel: 'http://readium.org/position-list',
              href: addresses.positions,
              type: 'application/vnd.readium.position-list+json',
            },
          ]),
    ],
    readingOrder: countRepetitions(
      structure.readingOrder.flatMap((place) => {
        const found = structure.resources[place.resource];
        return found === undefined ? [] : [placeLink(link(found), place)];
      }),
    ),
    resources: structure.resources.filter((_resource, index) => !inOrder.has(index)).map(link),
    toc: list(structure.toc),
    ...(structure.landmarks.length === 0 ? {} : { landmarks: list(structure.landmarks) }),
    ...(structure.pageList.length === 0 ? {} : { pageList: list(structure.pageList) }),
  };
}

/** Positions in reading order, from 1. Titles are those of the table of contents. */
export function listPositions(
  structure: EpubStructure,
  resourceHref: (path: string) => string,
): readonly PublicationPosition[] {
  const titles = new Map<string, string>();
  collectTitles(structure.toc, titles);
  const total = structure.readingOrder.reduce((sum, { positions }) => sum + positions, 0);
  const found: PublicationPosition[] = [];
  for (const { resource: index, positions } of structure.readingOrder) {
    const resource = structure.resources[index];
    if (resource === undefined) continue;
    const title = titles.get(resource.href);
    for (let part = 0; part < positions; part += 1) {
      found.push({
        href: resourceHref(resource.href),
        type: resource.mediaType,
        ...(title === undefined ? {} : { title }),
        locations: {
          progression: part / positions,
          position: found.length + 1,
          totalProgression: found.length / total,
        },
      });
    }
  }
  return found;
}

function collectTitles(items: readonly EpubTocItem[], titles: Map<string, string>): void {
  for (const { title, href, children } of items) {
    const path = href?.split('#', 1)[0];
    if (path !== undefined && title !== '' && !titles.has(path)) titles.set(path, title);
    collectTitles(children, titles);
  }
}

function tocLink({ title, href, children }: EpubTocItem, addresses: PublicationAddresses): PublicationLink {
  const hash = href?.indexOf('#') ?? -1;
  const path = href === null || hash === -1 ? href : href.slice(0, hash);
  // A heading without a link needs an address: the top of the current page.
  const address = path === null ? '#' : addresses.resourceHref(path) + (hash === -1 ? '' : (href?.slice(hash) ?? ''));
  const below = children.map((child) => tocLink(child, addresses));
  return { href: address, ...(title === '' ? {} : { title }), ...(below.length === 0 ? {} : { children: below }) };
}

/** Link of a spine item, with its own layout. */
function placeLink(link: PublicationLink, { layout, page }: EpubStructure['readingOrder'][number]): PublicationLink {
  if (layout === undefined && page === undefined) return link;
  const own = { ...(layout === undefined ? {} : { layout }), ...(page === undefined ? {} : { page }) };
  return { ...link, properties: { ...link.properties, ...own } };
}

function linkProperties({ properties }: EpubResource): Pick<PublicationLink, 'properties'> {
  const contains = ['mathml', 'svg', 'remote-resources'].filter((property) => properties.includes(property));
  return contains.length === 0 ? {} : { properties: { contains } };
}

/** Makes links unique, as the schema requires: a spine may name a document twice. */
function countRepetitions(links: readonly PublicationLink[]): readonly PublicationLink[] {
  const counts = new Map<string, number>();
  return links.map((link) => {
    const occurrence = (counts.get(link.href) ?? 0) + 1;
    counts.set(link.href, occurrence);
    return occurrence === 1 ? link : { ...link, properties: { ...link.properties, occurrence } };
  });
}

function describePublication(
  structure: EpubStructure,
  metadata: EmbeddedMetadata,
  title: string,
): Readonly<Record<string, unknown>> {
  const { isbns, series, seriesPosition } = metadata;
  const isbn = isbns?.[0];
  const values: Readonly<Record<string, unknown>> = {
    '@type': 'http://schema.org/Book',
    conformsTo: 'https://readium.org/webpub-manifest/profiles/epub',
    title,
    sortAs: metadata.titleSort,
    subtitle: metadata.subtitle,
    identifier: isbn === undefined ? undefined : `urn:isbn:${isbn}`,
    language: metadata.languageIso,
    ...contributorsByKey(metadata.contributors ?? []),
    publisher: metadata.publisher,
    imprint: metadata.imprint,
    published: publicationDate(metadata),
    description: metadata.summary,
    subject: metadata.subjects,
    belongsTo:
      series === undefined
        ? undefined
        : { series: [{ name: series, ...(seriesPosition === undefined ? {} : { position: seriesPosition }) }] },
    readingProgression: structure.direction === 'default' ? undefined : structure.direction,
    layout: structure.layout,
  };
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}

function contributorsByKey(people: readonly Contributor[]): Readonly<Record<string, readonly unknown[]>> {
  const byKey = new Map<string, unknown[]>();
  for (const { name, role, sortName } of people) {
    const person = { name, ...(sortName === undefined ? {} : { sortAs: sortName }) };
    const key = CONTRIBUTOR_KEYS[role];
    byKey.set(key, [...(byKey.get(key) ?? []), person]);
  }
  return Object.fromEntries(byKey);
}

/** The schema only accepts whole dates. */
function publicationDate({ year, month, day }: EmbeddedMetadata): string | undefined {
  if (year === undefined || month === undefined || day === undefined) return undefined;
  const pad = (value: number, length: number): string => String(value).padStart(length, '0');
  return `${pad(year, 4)}-${pad(month, 2)}-${pad(day, 2)}`;
}
