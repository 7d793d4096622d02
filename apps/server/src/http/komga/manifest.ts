import { BOOK_FORMATS, type FullBook } from '@lectern/contract';
import { z } from 'zod';
import type { Context } from '#context/context.ts';
import { findTraits } from '#core/catalog/komga/dialect-rows.ts';
import { getFullBook } from '#core/catalog/metadata/full-books.ts';
import { getManifest, getPositions } from '#core/catalog/pages/get-publication.ts';
import { listPages } from '#core/catalog/pages/list-pages.ts';
import { AppError } from '#core/errors.ts';
import { type DocumentAnswer, type DialectRequest, type DialectRoute, viewerOf } from '../requests/dialect-route.ts';
import { publicSite } from './mount.ts';
import { byId, idOf } from './paths.ts';

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
function pageMetadata(book: FullBook, numberSort: number | null, profile: 'divina' | 'pdf') {
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
function plainMetadata(metadata: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
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
function plainLinks(links: unknown): readonly Readonly<Record<string, unknown>>[] {
  return Array.isArray(links) ? links.map(plainLink) : [];
}

const CONTEXT = 'https://readium.org/webpub-manifest/context.jsonld';
const DIVINA = 'application/divina+json';
const WEB_PUBLICATION = 'application/webpub+json';
const POSITIONS = 'application/vnd.readium.position-list+json';

/** Pictures that every app knows; others come with a copy that it does. */
const KNOWN = new Set(['image/jpeg', 'image/png', 'image/gif']);

function document(contentType: string, value: unknown): DocumentAnswer {
  return { kind: 'document', contentType, text: JSON.stringify(value) };
}

/** Where a book is, seen from the app. */
function baseOf(ctx: Context, request: DialectRequest, id: string): string {
  return `${publicSite(ctx, request.raw)}/api/v1/books/${id}`;
}

async function pageManifest(ctx: Context, request: DialectRequest, profile: 'divina' | 'pdf'): Promise<DocumentAnswer> {
  const [viewer, id] = [viewerOf(request), idOf(request)];
  const book = await getFullBook(ctx.db.read, viewer, id);
  const [traits, pages] = await Promise.all([findTraits(ctx, viewer, id), listPages(ctx, viewer, id)]);
  if (!book.analyzed || pages.length === 0) throw new AppError('NotFound', `Book ${id} has no pages`);
  const base = baseOf(ctx, request, id);
  const type = profile === 'divina' ? DIVINA : WEB_PUBLICATION;
  const readingOrder = pages.map(({ pageNumber, mediaType, width, height }) => {
    const href = `${base}/pages/${pageNumber}`;
    // Pages of a PDF are drawn.
    const shown = mediaType.startsWith('image/') ? mediaType : 'image/jpeg';
    return {
      ...{ href, type: shown },
      ...(width === null || height === null ? {} : { width, height }),
      ...(KNOWN.has(shown) ? {} : { alternate: [{ href: `${href}?convert=jpeg`, type: 'image/jpeg' }] }),
    };
  });
  const self = profile === 'divina' ? `${base}/manifest/divina` : `${base}/manifest/pdf`;
  return document(type, {
    '@context': CONTEXT,
    metadata: pageMetadata(book, traits?.numberSort ?? null, profile),
    links: [
      { rel: 'self', href: self, type },
      { rel: 'http://opds-spec.org/image', href: `${base}/thumbnail`, type: 'image/jpeg' },
    ],
    readingOrder,
    resources: [{ rel: 'cover', href: `${base}/thumbnail`, type: 'image/jpeg' }],
    toc: [],
  });
}

function placeOf(ctx: Context, request: DialectRequest) {
  const base = baseOf(ctx, request, idOf(request));
  return {
    site: publicSite(ctx, request.raw),
    self: `${base}/manifest/epub`,
    resources: `${base}/resource`,
    positions: `${base}/positions`,
  };
}

async function epubManifest(ctx: Context, request: DialectRequest): Promise<DocumentAnswer> {
  const found = await getManifest(ctx, viewerOf(request), idOf(request), placeOf(ctx, request));
  const { toc, landmarks, pageList, resources } = found;
  const conformsTo = 'https://readium.org/webpub-manifest/profiles/epub';
  return document(WEB_PUBLICATION, {
    '@context': CONTEXT,
    metadata: { ...plainMetadata(found.metadata), conformsTo },
    links: plainLinks(found.links),
    readingOrder: plainLinks(found.readingOrder),
    resources: plainLinks(resources),
    toc: plainLinks(toc),
    landmarks: plainLinks(landmarks),
    pageList: plainLinks(pageList),
  });
}

/** The manifest that an app names in `Accept`, where the book has it; else that of its format. */
async function anyManifest(ctx: Context, request: DialectRequest): Promise<DocumentAnswer> {
  const book: FullBook = await getFullBook(ctx.db.read, viewerOf(request), idOf(request));
  const accept = request.client.accept ?? '';
  const isText = book.layout === 'reflowable';
  const { kind } = BOOK_FORMATS[book.fileFormat];
  const wantsPages = accept.includes(DIVINA);
  const wantsText = accept.includes(WEB_PUBLICATION);
  if (kind === 'ebook' && (isText || (wantsText && !wantsPages))) return epubManifest(ctx, request);
  if (kind === 'document' && !wantsPages) return pageManifest(ctx, request, 'pdf');
  return pageManifest(ctx, request, 'divina');
}

function route(path: string, answer: DialectRoute['answer']): DialectRoute {
  return { method: 'GET', path, endpoint: { permission: ['PagesRead'], params: byId }, answer };
}

/** Manifests and positions that apps open books by. */
export const manifestRoutes: readonly DialectRoute[] = [
  route('/api/v1/books/{id}/manifest', anyManifest),
  route('/api/v1/books/{id}/manifest/divina', async (ctx, request) => pageManifest(ctx, request, 'divina')),
  route('/api/v1/books/{id}/manifest/pdf', async (ctx, request) => pageManifest(ctx, request, 'pdf')),
  route('/api/v1/books/{id}/manifest/epub', epubManifest),
  route('/api/v1/books/{id}/positions', async (ctx, request) =>
    document(POSITIONS, await getPositions(ctx, viewerOf(request), idOf(request), placeOf(ctx, request))),
  ),
];
