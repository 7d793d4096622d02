import { BOOK_FORMATS, type FullBook } from '@lectern/contract';
import type { Context } from '#context/context.ts';
import { findTraits } from '#core/catalog/komga/dialect-rows.ts';
import { getFullBook } from '#core/catalog/metadata/full-books.ts';
import { getManifest, getPositions } from '#core/catalog/pages/get-publication.ts';
import { listPages } from '#core/catalog/pages/list-pages.ts';
import { AppError } from '#core/errors.ts';
import { pageLink } from '../feeds/locate-page.ts';
import { DIVINA, MANIFEST_CONTEXT, MANIFEST_PROFILES, MANIFEST_ROLES, WEB_PUBLICATION } from '../feeds/media-types.ts';
import { type DialectRequest, type DialectRoute, type DocumentAnswer, json, route } from '../requests/dialect-route.ts';
import { publicSite } from './mount.ts';
import { byId, knownId } from './paths.ts';
import { plainLinks, plainMetadata } from './plain-manifest.ts';

const POSITIONS = 'application/vnd.readium.position-list+json';

const oneBook = { permission: ['PagesRead'], params: byId } as const;
type BookRequest = DialectRequest<typeof oneBook>;

function people({ metadata }: FullBook): Readonly<Record<string, readonly string[]>> {
  const found: Record<string, string[]> = {};
  for (const { name, role } of metadata.authors) {
    const names = (found[MANIFEST_ROLES[role] ?? 'contributor'] ??= []);
    if (!names.includes(name)) names.push(name);
  }
  return found;
}

/** A member with a value; no member without one. */
function known(name: string, value: string | null | undefined): Readonly<Record<string, string>> {
  return value === null || value === undefined || value === '' ? {} : { [name]: value };
}

function names(name: string, values: readonly (string | null)[]): Readonly<Record<string, readonly string[]>> {
  const found = values.flatMap((value) => (value === null || value === '' ? [] : [value]));
  return found.length === 0 ? {} : { [name]: found };
}

/** The metadata of a book of pages. Apps read texts and lists of texts here, and no objects. */
function pageMetadata(book: FullBook, numberSort: number | null, profile: 'divina' | 'pdf') {
  const { metadata, readingDirection, pageCount } = book;
  return {
    title: book.title,
    identifier: `urn:uuid:${book.id}`,
    conformsTo: `${MANIFEST_PROFILES}/${profile}`,
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

/** The address of a book, seen from the app. */
function getBookAddress(ctx: Context, { raw }: BookRequest, id: string): string {
  return `${publicSite(ctx, raw)}/api/v1/books/${id}`;
}

async function pageManifest(ctx: Context, request: BookRequest, profile: 'divina' | 'pdf'): Promise<DocumentAnswer> {
  const { viewer } = request;
  const id = knownId(request.params.id);
  const book = await getFullBook(ctx.db.read, viewer, id);
  const [traits, pages] = await Promise.all([findTraits(ctx, viewer, id), listPages(ctx, viewer, id)]);
  if (!book.analyzed || pages.length === 0) throw new AppError('NotFound', `Book ${id} has no pages`);
  const base = getBookAddress(ctx, request, id);
  const contentType = profile === 'divina' ? DIVINA : WEB_PUBLICATION;
  const readingOrder = pages.map((page) => {
    // The server draws the pages of a PDF.
    const mediaType = page.mediaType.startsWith('image/') ? page.mediaType : 'image/jpeg';
    return pageLink(base, { ...page, mediaType }, 'convert=jpeg');
  });
  const manifest = {
    '@context': MANIFEST_CONTEXT,
    metadata: pageMetadata(book, traits?.numberSort ?? null, profile),
    links: [
      { rel: 'self', href: `${base}/manifest/${profile}`, type: contentType },
      { rel: 'http://opds-spec.org/image', href: `${base}/thumbnail`, type: 'image/jpeg' },
    ],
    readingOrder,
    resources: [{ rel: 'cover', href: `${base}/thumbnail`, type: 'image/jpeg' }],
    toc: [],
  };
  return json(manifest, { contentType });
}

function toPlace(ctx: Context, request: BookRequest) {
  const base = getBookAddress(ctx, request, knownId(request.params.id));
  return {
    site: publicSite(ctx, request.raw),
    self: `${base}/manifest/epub`,
    resources: `${base}/resource`,
    positions: `${base}/positions`,
  };
}

async function epubManifest(ctx: Context, request: BookRequest): Promise<DocumentAnswer> {
  const found = await getManifest(ctx, request.viewer, knownId(request.params.id), toPlace(ctx, request));
  const { toc, landmarks, pageList, resources } = found;
  const manifest = {
    '@context': MANIFEST_CONTEXT,
    metadata: { ...plainMetadata(found.metadata), conformsTo: `${MANIFEST_PROFILES}/epub` },
    links: plainLinks(found.links),
    readingOrder: plainLinks(found.readingOrder),
    resources: plainLinks(resources),
    toc: plainLinks(toc),
    landmarks: plainLinks(landmarks),
    pageList: plainLinks(pageList),
  };
  return json(manifest, { contentType: WEB_PUBLICATION });
}

/** The manifest that `Accept` names, where the book has it; else that of its format. */
async function anyManifest(ctx: Context, request: BookRequest): Promise<DocumentAnswer> {
  const book: FullBook = await getFullBook(ctx.db.read, request.viewer, knownId(request.params.id));
  const accept = request.client.accept ?? '';
  const isText = book.layout === 'reflowable';
  const { kind } = BOOK_FORMATS[book.fileFormat];
  const wantsPages = accept.includes(DIVINA);
  const wantsText = accept.includes(WEB_PUBLICATION);
  if (kind === 'ebook' && (isText || (wantsText && !wantsPages))) return epubManifest(ctx, request);
  if (kind === 'document' && !wantsPages) return pageManifest(ctx, request, 'pdf');
  return pageManifest(ctx, request, 'divina');
}

/** Manifests and positions, with which apps open books. */
export const manifestRoutes: readonly DialectRoute[] = [
  route.get('/api/v1/books/{id}/manifest', oneBook, anyManifest),
  route.get('/api/v1/books/{id}/manifest/divina', oneBook, async (ctx, request) =>
    pageManifest(ctx, request, 'divina'),
  ),
  route.get('/api/v1/books/{id}/manifest/pdf', oneBook, async (ctx, request) => pageManifest(ctx, request, 'pdf')),
  route.get('/api/v1/books/{id}/manifest/epub', oneBook, epubManifest),
  route.get('/api/v1/books/{id}/positions', oneBook, async (ctx, request) => {
    const positions = await getPositions(ctx, request.viewer, knownId(request.params.id), toPlace(ctx, request));
    return json(positions, { contentType: POSITIONS });
  }),
];
