import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Context } from '#context/context.ts';
import { getCatalogBook } from '#core/catalog/browse/catalog-books.ts';
import { readPage } from '#core/catalog/pages/read-page.ts';
import { byId, contentRoutes, findAddresses } from '../feeds/content-routes.ts';
import { feedRoutes } from '../feeds/feed-routes.ts';
import { feedSources } from '../feeds/group-feeds.ts';
import { isOfForeignPage } from '../people/foreign-pages.ts';
import {
  type DialectRoute,
  type DocumentAnswer,
  openDialectRoute,
  route,
  type ViewerRequest,
} from '../requests/dialect-route.ts';
import { toReader } from '../requests/to-reader.ts';
import { renderEntry, renderFeed, renderSearchDescription, type RenderTools } from './render-feed.ts';
import { ACQUISITION, ATOM, ENTRY, SEARCH_DESCRIPTION, getFeedType } from './render-links.ts';

const ROOT = '/opds/v1.2';
/** The documented address first; readers also try the others. */
const STARTS = ['/opds/v1.2/catalog', '/opds/v1.2', '/opds/v1/catalog', '/opds'];
const MAX_WIDTH = 10_000;

async function findTools(ctx: Context, request: ViewerRequest): Promise<RenderTools> {
  return {
    addresses: await findAddresses(ctx, request, ROOT),
    rights: { mayStream: request.viewer.permissions.has('PagesRead') },
    serverName: ctx.settings.get('application.name'),
  };
}

function xml(contentType: string, text: string): DocumentAnswer {
  return { kind: 'document', contentType: `${contentType};charset=utf-8`, text };
}

/** Every route of OPDS 1.2, with its path below the mounts. */
export const opds1Routes: readonly DialectRoute[] = [
  ...feedRoutes({
    root: ROOT,
    starts: STARTS,
    sources: feedSources,
    answerType: ATOM,
    render: async (ctx, feed, request) => xml(getFeedType(feed), renderFeed(feed, await findTools(ctx, request))),
  }),
  route.get(`${ROOT}/search.xml`, { permission: 'user', answerTypes: [SEARCH_DESCRIPTION] }, async (ctx, request) => {
    const { addresses, serverName } = await findTools(ctx, request);
    const template = `${addresses.below('books-search')}?q={searchTerms}`;
    return xml(SEARCH_DESCRIPTION, renderSearchDescription(serverName, template, ACQUISITION));
  }),
  route.get(
    `${ROOT}/books/{id}`,
    { permission: ['BooksRead'], params: byId, answerTypes: [ATOM] },
    async (ctx, request) => {
      const book = await getCatalogBook(ctx.db.read, request.viewer, request.params.id);
      return xml(ENTRY, renderEntry(book, await findTools(ctx, request)));
    },
  ),
  ...contentRoutes(ROOT),
  // OPDS-PSE: pages count from 0, and are always JPEG as the link says.
  route.get(
    `${ROOT}/books/{id}/stream/{page}`,
    {
      permission: ['PagesRead'],
      params: byId.extend({ page: z.coerce.number().int().min(0).max(1_000_000) }),
      // Readers that know no width leave the words of the template in place.
      query: z.object({ width: z.coerce.number().int().min(1).max(MAX_WIDTH).optional().catch(undefined) }),
      tokens: 0.1,
    },
    async (ctx, request) => {
      const { viewer, params, query, client, raw } = request;
      const { acceptsGzip } = client;
      const page = params.page + 1;
      const answer = await readPage(ctx, viewer, params.id, { page, width: query.width, format: 'jpeg', acceptsGzip });
      // Another site can make a browser fetch pages, but cannot read them. An admin who sees the app as the viewer reads nothing.
      const isRead = raw.method === 'GET' && !isOfForeignPage(raw) && viewer.viewedBy === undefined;
      if (isRead && viewer.permissions.has('ProgressWrite')) ctx.streamed.note(toReader(request), params.id, page);
      return answer;
    },
  ),
];

/** Opens the catalog as OPDS 1.2, with pages as OPDS-PSE 1.2. */
export function openOpds1(door: FastifyInstance, ctx: Context): void {
  for (const one of opds1Routes) openDialectRoute(door, ctx, one);
}
