import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { deviceOf } from '#core/people/devices.ts';
import { getCatalogBook } from '#core/catalog/browse/catalog-books.ts';
import { getPositions } from '#core/catalog/pages/get-publication.ts';
import {
  getReaderProgression,
  ReaderProgression,
  saveReaderProgression,
} from '#core/catalog/reading/reader-progression.ts';
import { readPage } from '#core/catalog/pages/read-page.ts';
import type { Viewer } from '#core/viewer.ts';
import type { Context } from '#context/context.ts';
import {
  type DocumentAnswer,
  type DialectRequest,
  type DialectRoute,
  openDialectRoute,
  viewerOf,
} from '../requests/dialect-route.ts';
import { addressesOf, originOf } from '../feeds/addresses.ts';
import { authenticationDocument, AUTHENTICATION_TYPE } from '../feeds/authentication.ts';
import { byId, contentRoutes, idOf, passesFor } from '../feeds/content-routes.ts';
import { groupedFeedSources } from '../feeds/index.ts';
import { FeedSearch, paramsOf, readFeed } from '../feeds/read-feed.ts';
import type { FeedSource } from '../feeds/feed.ts';
import { readManifest } from './manifest.ts';
import {
  DIVINA,
  FEED,
  PROGRESSION,
  PUBLICATION,
  type PublicationTools,
  renderPublication,
  WEB_PUBLICATION,
} from './render-publication.ts';
import { renderFeed } from './render-feed.ts';

const ROOT = '/opds/v2';
/** Where readers are told to begin, and where else they try. */
const STARTS = [ROOT, `${ROOT}/catalog`];

const PageParams = byId.extend({ page: z.coerce.number().int().min(1).max(1_000_000) });
const PageQuery = z.object({ format: z.enum(['jpeg', 'png', 'webp', 'avif']).optional().catch(undefined) });

async function toolsOf(ctx: Context, request: DialectRequest): Promise<PublicationTools> {
  const origin = originOf(request.raw, ctx.config.server.publicUrl);
  const { permissions } = viewerOf(request);
  return {
    addresses: addressesOf(origin, ROOT, 'catalog', await passesFor(ctx, request)),
    rights: { mayStream: permissions.has('PagesRead'), mayReadProgress: permissions.has('ProgressRead') },
  };
}

function json(contentType: string, value: unknown): DocumentAnswer {
  return { kind: 'document', contentType, text: JSON.stringify(value) };
}

function feedRoute(source: FeedSource, path: string): DialectRoute {
  const params = paramsOf(source);
  return {
    method: 'GET',
    path,
    endpoint: { permission: source.permission, query: FeedSearch, ...(params === undefined ? {} : { params }) },
    answerTypes: [FEED],
    answer: async (ctx, request) =>
      json(FEED, renderFeed(await readFeed(ctx, source, request), await toolsOf(ctx, request))),
  };
}

const feedRoutes = groupedFeedSources.flatMap((source) =>
  source.path === '' ? STARTS.map((start) => feedRoute(source, start)) : [feedRoute(source, `${ROOT}/${source.path}`)],
);

/** How to sign in, for an unauthenticated client. */
const authentication: DialectRoute = {
  method: 'GET',
  path: `${ROOT}/auth`,
  endpoint: { permission: 'public' },
  answerTypes: [AUTHENTICATION_TYPE],
  answer: async (ctx, { raw }) => {
    const origin = originOf(raw, ctx.config.server.publicUrl);
    return json(AUTHENTICATION_TYPE, authenticationDocument(origin, ctx.settings.get('application.name')));
  },
};

const publication: DialectRoute = {
  method: 'GET',
  path: `${ROOT}/books/{id}`,
  endpoint: { permission: ['BooksRead'], params: byId },
  answerTypes: [PUBLICATION],
  answer: async (ctx, request) => {
    const book = await getCatalogBook(ctx.db.read, viewerOf(request), idOf(request));
    return json(PUBLICATION, renderPublication(book, await toolsOf(ctx, request)));
  },
};

const manifest: DialectRoute = {
  method: 'GET',
  path: `${ROOT}/books/{id}/manifest`,
  endpoint: { permission: ['PagesRead'], params: byId },
  answerTypes: [DIVINA, WEB_PUBLICATION],
  answer: async (ctx, request) => {
    const found = await readManifest(ctx, viewerOf(request), idOf(request), await toolsOf(ctx, request));
    return json(found.contentType, found.manifest);
  },
};

const page: DialectRoute = {
  method: 'GET',
  path: `${ROOT}/books/{id}/pages/{page}`,
  endpoint: { permission: ['PagesRead'], params: PageParams, query: PageQuery, tokens: 0.1 },
  answer: async (ctx, request) => {
    const { id, page: number } = request.params as z.output<typeof PageParams>;
    const { format } = request.query as z.output<typeof PageQuery>;
    const { acceptsGzip, accept } = request.client;
    return readPage(ctx, viewerOf(request), id, { page: number, format, acceptsGzip, accept });
  },
};

/** Where a page is, in the words of the book's manifest. */
async function locatorOf(ctx: Context, request: DialectRequest, viewer: Viewer, number: number) {
  const id = idOf(request);
  const { addresses } = await toolsOf(ctx, request);
  const { layout } = await getCatalogBook(ctx.db.read, viewer, id);
  if (layout !== 'reflowable') return { href: addresses.below(`books/${id}/pages/${number}`), type: 'image/jpeg' };
  const { positions } = await getPositions(ctx, viewer, id, { site: addresses.site('') });
  const position = positions[Math.min(number, positions.length) - 1];
  return { href: position?.href ?? addresses.below(`books/${id}/manifest`), type: position?.type ?? 'text/html' };
}

const getProgression: DialectRoute = {
  method: 'GET',
  path: `${ROOT}/books/{id}/progression`,
  endpoint: { permission: ['ProgressRead'], params: byId },
  answerTypes: [PROGRESSION],
  mayBeEmpty: true,
  answer: async (ctx, request) => {
    const viewer = viewerOf(request);
    const progression = await getReaderProgression(ctx, viewer, idOf(request), async (number) =>
      locatorOf(ctx, request, viewer, number),
    );
    return progression === undefined ? undefined : json(PROGRESSION, progression);
  },
};

const putProgression: DialectRoute = {
  method: 'PUT',
  path: `${ROOT}/books/{id}/progression`,
  endpoint: { permission: ['ProgressWrite'], params: byId, body: ReaderProgression },
  answerTypes: [],
  answer: async (ctx, request) => {
    const viewer = viewerOf(request);
    const reader = { viewer, device: deviceOf(viewer, request.client.userAgent) };
    await saveReaderProgression(ctx, reader, idOf(request), request.body as ReaderProgression);
    return undefined;
  },
};

/** Every route of OPDS 2.0, as it is found below the mounts. */
export const opds2Routes: readonly DialectRoute[] = [
  authentication,
  ...feedRoutes,
  publication,
  manifest,
  page,
  ...contentRoutes(ROOT),
  getProgression,
  putProgression,
];

/** The catalog as OPDS 2.0, with manifests and progression. */
export function openOpds2(door: FastifyInstance, ctx: Context): void {
  for (const route of opds2Routes) openDialectRoute(door, ctx, route);
}
