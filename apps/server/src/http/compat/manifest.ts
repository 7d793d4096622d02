import type { FullBook } from '@lectern/contract';
import { findTraits } from '#core/compat/dialect-rows.ts';
import { AppError } from '#core/errors.ts';
import { getFullBook } from '#core/metadata/full-books.ts';
import { getManifest, getPositions } from '#core/pages/get-publication.ts';
import { listPages } from '#core/pages/list-pages.ts';
import type { Context } from '../../context.ts';
import { type DocumentAnswer, type DoorRequest, type DoorRoute, viewerOf } from '../door.ts';
import { publicSite } from './addresses.ts';
import { pageMetadata, plainLinks, plainMetadata } from './manifest-words.ts';
import { byId, idOf } from './paths.ts';

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
function baseOf(ctx: Context, request: DoorRequest, id: string): string {
  return `${publicSite(ctx, request.raw)}/api/v1/books/${id}`;
}

async function pageManifest(ctx: Context, request: DoorRequest, profile: 'divina' | 'pdf'): Promise<DocumentAnswer> {
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

function placeOf(ctx: Context, request: DoorRequest) {
  const base = baseOf(ctx, request, idOf(request));
  return {
    site: publicSite(ctx, request.raw),
    self: `${base}/manifest/epub`,
    resources: `${base}/resource`,
    positions: `${base}/positions`,
  };
}

async function epubManifest(ctx: Context, request: DoorRequest): Promise<DocumentAnswer> {
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
async function anyManifest(ctx: Context, request: DoorRequest): Promise<DocumentAnswer> {
  const book: FullBook = await getFullBook(ctx.db.read, viewerOf(request), idOf(request));
  const accept = request.client.accept ?? '';
  const isText = book.layout === 'reflowable';
  const isEpub = book.fileFormat === 'epub';
  const wantsPages = accept.includes(DIVINA);
  const wantsText = accept.includes(WEB_PUBLICATION);
  if (isEpub && (isText || (wantsText && !wantsPages))) return epubManifest(ctx, request);
  if (book.fileFormat === 'pdf' && !wantsPages) return pageManifest(ctx, request, 'pdf');
  return pageManifest(ctx, request, 'divina');
}

function route(path: string, answer: DoorRoute['answer']): DoorRoute {
  return { method: 'GET', path, endpoint: { permission: ['PagesRead'], params: byId }, answer };
}

/** Manifests and positions that apps open books by. */
export const manifestRoutes: readonly DoorRoute[] = [
  route('/api/v1/books/{id}/manifest', anyManifest),
  route('/api/v1/books/{id}/manifest/divina', async (ctx, request) => pageManifest(ctx, request, 'divina')),
  route('/api/v1/books/{id}/manifest/pdf', async (ctx, request) => pageManifest(ctx, request, 'pdf')),
  route('/api/v1/books/{id}/manifest/epub', epubManifest),
  route('/api/v1/books/{id}/positions', async (ctx, request) =>
    document(POSITIONS, await getPositions(ctx, viewerOf(request), idOf(request), placeOf(ctx, request))),
  ),
];
