import type { FullBook } from '@lectern/contract';
import { z } from 'zod';

const PROFILES = 'https://readium.org/webpub-manifest/profiles';

/** What roles are called in manifests; several of ours may be one of theirs. */
const CONTRIBUTORS: Readonly<Partial<Record<string, string>>> = {
  author: 'author',
  co_author: 'author',
  writer: 'author',
  editor: 'editor',
  translator: 'translator',
  illustrator: 'illustrator',
  penciller: 'penciler',
  inker: 'inker',
  colorist: 'colorist',
  letterer: 'letterer',
  cover_artist: 'artist',
};

function people({ metadata }: FullBook): Readonly<Record<string, readonly string[]>> {
  const found: Record<string, string[]> = {};
  for (const { name, role } of metadata.authors) {
    const names = (found[CONTRIBUTORS[role] ?? 'contributor'] ??= []);
    if (!names.includes(name)) names.push(name);
  }
  return found;
}

/** What is known, under its name; nothing where nothing is. */
function known(name: string, value: string | null | undefined): Readonly<Record<string, string>> {
  return value === null || value === undefined || value === '' ? {} : { [name]: value };
}

function names(name: string, values: readonly (string | null)[]): Readonly<Record<string, readonly string[]>> {
  const found = values.flatMap((value) => (value === null || value === '' ? [] : [value]));
  return found.length === 0 ? {} : { [name]: found };
}

/**
 * What is known of a book that is read page by page. Apps take texts and lists of texts here, where readers in general take
 * more.
 */
export function pageMetadata(book: FullBook, numberSort: number | null, profile: 'divina' | 'pdf') {
  const { metadata, readingDirection, pageCount } = book;
  return {
    title: book.title,
    identifier: `urn:uuid:${book.id}`,
    conformsTo: `${PROFILES}/${profile}`,
    modified: book.updatedAt,
    ...known('description', metadata.summary),
    ...known('published', metadata.releaseDate?.slice(0, 10)),
    ...known('language', metadata.languageIso?.replaceAll('_', '-')),
    ...people(book),
    ...names('publisher', [metadata.publisher]),
    ...names(
      'subject',
      [...book.genres, ...book.tags].map(({ name }) => name),
    ),
    ...(pageCount > 0 ? { numberOfPages: pageCount } : {}),
    ...(readingDirection === 'rtl' || readingDirection === 'ltr' ? { readingProgression: readingDirection } : {}),
    belongsTo: { series: [{ name: book.seriesName, ...(numberSort === null ? {} : { position: numberSort }) }] },
  };
}

/** Members of a manifest that name people or subjects. */
const NAMED = new Set([
  ...['author', 'artist', 'penciler', 'inker', 'colorist', 'letterer', 'editor', 'translator', 'illustrator'],
  ...['contributor', 'narrator', 'publisher', 'imprint', 'subject'],
]);

const Named = z.union([
  z.string(),
  z.looseObject({ name: z.string() }).transform(({ name }) => name),
  z.looseObject({ name: z.record(z.string(), z.string()) }).transform(({ name }) => Object.values(name)[0] ?? ''),
]);
const Names = z
  .union([z.array(Named), Named.transform((name) => [name])])
  .catch([])
  .transform((all) => all.filter((name) => name !== ''));

function first(value: unknown): unknown {
  return Array.isArray(value) ? (value as readonly unknown[])[0] : value;
}

/** The metadata of an EPUB's manifest as apps take it. */
export function plainMetadata(metadata: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const entries = Object.entries(metadata).flatMap(([name, value]): [string, unknown][] => {
    if (NAMED.has(name)) {
      const found = Names.parse(value);
      return found.length === 0 ? [] : [[name, found]];
    }
    if (name === 'language' || name === 'conformsTo') return [[name, first(value)]];
    if (name === 'published' && typeof value === 'string') return [[name, value.slice(0, 10)]];
    return [[name, value]];
  });
  return Object.fromEntries(entries);
}

const Link = z.looseObject({ href: z.string() });

/** A link of a manifest as apps take it: one relation, and only such properties as have parts. */
function plainLink(link: unknown): Readonly<Record<string, unknown>> {
  const { rel, properties, children, ...rest } = Link.parse(link);
  const kept = z.record(z.string(), z.unknown()).catch({}).parse(properties);
  const objects = Object.entries(kept).filter(([, value]) => typeof value === 'object' && !Array.isArray(value));
  return {
    ...rest,
    ...(rel === undefined ? {} : { rel: first(rel) }),
    ...(objects.length === 0 ? {} : { properties: Object.fromEntries(objects) }),
    ...(Array.isArray(children) && children.length > 0 ? { children: plainLinks(children) } : {}),
  };
}

/** The same of a list; of none where there is none. */
export function plainLinks(links: unknown): readonly Readonly<Record<string, unknown>>[] {
  return Array.isArray(links) ? links.map(plainLink) : [];
}
