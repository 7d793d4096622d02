import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { deviceOf } from '#core/people/devices.ts';
import { getCatalogBook } from '#core/catalog/browse/catalog-books.ts';
import { readPage } from '#core/catalog/pages/read-page.ts';
import type { Context } from '#context/context.ts';
import {
  type DocumentAnswer,
  type DialectRequest,
  type DialectRoute,
  openDialectRoute,
  viewerOf,
} from '../requests/dialect-route.ts';
import { addressesOf, originOf } from '../feeds/addresses.ts';
import { byId, contentRoutes, idOf, passesFor } from '../feeds/content-routes.ts';
import { FeedSearch, paramsOf, readFeed } from '../feeds/read-feed.ts';
import { feedSources } from '../feeds/index.ts';
import type { FeedSource } from '../feeds/feed.ts';
import { isOfForeignPage } from '../people/foreign-pages.ts';
import { ACQUISITION, ENTRY, SEARCH_DESCRIPTION, typeOf } from './render-links.ts';
import { renderEntry, renderFeed, renderSearchDescription, type RenderTools } from './render-feed.ts';

/** What every path below begins with. */
const ROOT = '/opds/v1.2';
/** Where readers are told to begin, and where else they try. */
const STARTS = ['/opds/v1.2/catalog', '/opds/v1.2', '/opds/v1/catalog', '/opds'];
const MAX_WIDTH = 10_000;
const StreamQuery = z.object({
  /** Readers that know no width leave the template's words in place. */
  width: z.coerce.number().int().min(1).max(MAX_WIDTH).optional().catch(undefined),
});

async function toolsOf(ctx: Context, request: DialectRequest): Promise<RenderTools> {
  const origin = originOf(request.raw, ctx.config.server.publicUrl);
  return {
    addresses: addressesOf(origin, ROOT, 'catalog', await passesFor(ctx, request)),
    rights: { mayStream: viewerOf(request).permissions.has('PagesRead') },
    serverName: ctx.settings.get('application.name'),
  };
}

function atom(contentType: string, text: string): DocumentAnswer {
  return { kind: 'document', contentType: `${contentType};charset=utf-8`, text };
}

function feedRoute(source: FeedSource, path: string): DialectRoute {
  const params = paramsOf(source);
  return {
    method: 'GET',
    path,
    endpoint: { permission: source.permission, query: FeedSearch, ...(params === undefined ? {} : { params }) },
    answerTypes: ['application/atom+xml'],
    answer: async (ctx, request) => {
      const feed = await readFeed(ctx, source, request);
      return atom(typeOf(feed), renderFeed(feed, await toolsOf(ctx, request)));
    },
  };
}

const feedRoutes = feedSources.flatMap((source) =>
  source.path === '' ? STARTS.map((start) => feedRoute(source, start)) : [feedRoute(source, `${ROOT}/${source.path}`)],
);

const searchDescription: DialectRoute = {
  method: 'GET',
  path: `${ROOT}/search.xml`,
  endpoint: { permission: 'user' },
  answerTypes: [SEARCH_DESCRIPTION],
  answer: async (ctx, request) => {
    const { addresses, serverName } = await toolsOf(ctx, request);
    const template = `${addresses.below('books-search')}?q={searchTerms}`;
    const text = renderSearchDescription(serverName, template, ACQUISITION);
    return { kind: 'document', contentType: `${SEARCH_DESCRIPTION};charset=utf-8`, text };
  },
};

const bookEntry: DialectRoute = {
  method: 'GET',
  path: `${ROOT}/books/{id}`,
  endpoint: { permission: ['BooksRead'], params: byId },
  answerTypes: ['application/atom+xml'],
  answer: async (ctx, request) => {
    const book = await getCatalogBook(ctx.db.read, viewerOf(request), idOf(request));
    return atom(ENTRY, renderEntry(book, await toolsOf(ctx, request)));
  },
};

const StreamParams = byId.extend({ page: z.coerce.number().int().min(0).max(1_000_000) });

/** A page for OPDS-PSE: counted from 0, always a JPEG as its link says, never larger than it is. */
const streamedPage: DialectRoute = {
  method: 'GET',
  path: `${ROOT}/books/{id}/stream/{page}`,
  endpoint: { permission: ['PagesRead'], params: StreamParams, query: StreamQuery, tokens: 0.1 },
  answer: async (ctx, request) => {
    const viewer = viewerOf(request);
    const { id, page } = request.params as z.output<typeof StreamParams>;
    const { width } = request.query as z.output<typeof StreamQuery>;
    const { acceptsGzip, userAgent } = request.client;
    const answer = await readPage(ctx, viewer, id, { page: page + 1, width, format: 'jpeg', acceptsGzip });
    // Another site can make a browser fetch pages, but cannot read them.
    const isRead = request.raw.method === 'GET' && !isOfForeignPage(request.raw);
    const isRecorded = isRead && viewer.permissions.has('ProgressWrite');
    if (isRecorded) ctx.streamed.note({ viewer, device: deviceOf(viewer, userAgent) }, id, page + 1);
    return answer;
  },
};

/** Every route of OPDS 1.2, as it is found below the mounts. */
export const opds1Routes: readonly DialectRoute[] = [
  ...feedRoutes,
  searchDescription,
  bookEntry,
  ...contentRoutes(ROOT),
  streamedPage,
];

/** The catalog as OPDS 1.2, with pages as OPDS-PSE 1.2. */
export function openOpds1(door: FastifyInstance, ctx: Context): void {
  for (const route of opds1Routes) openDialectRoute(door, ctx, route);
}
