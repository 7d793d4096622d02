import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Context } from '#context/context.ts';
import { getCatalogBook } from '#core/catalog/browse/catalog-books.ts';
import { readPage } from '#core/catalog/pages/read-page.ts';
import {
  getReaderProgression,
  ReaderProgression,
  saveReaderProgression,
} from '#core/catalog/reading/reader-progression.ts';
import { getOrigin } from '../feeds/addresses.ts';
import { authenticationDocument } from '../feeds/authentication.ts';
import { byId, contentRoutes, findAddresses } from '../feeds/content-routes.ts';
import { feedRoutes } from '../feeds/feed-routes.ts';
import { groupedFeedSources } from '../feeds/group-feeds.ts';
import { locatePage } from '../feeds/locate-page.ts';
import { AUTHENTICATION, DIVINA, PROGRESSION, WEB_PUBLICATION } from '../feeds/media-types.ts';
import { type DialectRoute, json, openDialectRoute, route, type ViewerRequest } from '../requests/dialect-route.ts';
import { toReader } from '../requests/to-reader.ts';
import { readManifest } from './manifest.ts';
import { renderFeed } from './render-feed.ts';
import { FEED, PUBLICATION, type PublicationTools, renderPublication } from './render-publication.ts';

const ROOT = '/opds/v2';
/** The documented address first; readers also try the other. */
const STARTS = [ROOT, `${ROOT}/catalog`];

async function findTools(ctx: Context, request: ViewerRequest): Promise<PublicationTools> {
  const { permissions } = request.viewer;
  return {
    addresses: await findAddresses(ctx, request, ROOT),
    rights: { mayStream: permissions.has('PagesRead'), mayReadProgress: permissions.has('ProgressRead') },
  };
}

/** Every route of OPDS 2.0, with its path below the mounts. */
export const opds2Routes: readonly DialectRoute[] = [
  route.get(`${ROOT}/auth`, { permission: 'public', answerTypes: [AUTHENTICATION] }, async (ctx, { raw }) => {
    const origin = getOrigin(raw, ctx.config.server.publicUrl);
    const serverName = ctx.settings.get('application.name');
    return json(authenticationDocument(origin, serverName), { contentType: AUTHENTICATION });
  }),
  ...feedRoutes({
    root: ROOT,
    starts: STARTS,
    sources: groupedFeedSources,
    answerType: FEED,
    render: async (ctx, feed, request) => json(renderFeed(feed, await findTools(ctx, request)), { contentType: FEED }),
  }),
  route.get(
    `${ROOT}/books/{id}`,
    { permission: ['BooksRead'], params: byId, answerTypes: [PUBLICATION] },
    async (ctx, request) => {
      const book = await getCatalogBook(ctx.db.read, request.viewer, request.params.id);
      return json(renderPublication(book, await findTools(ctx, request)), { contentType: PUBLICATION });
    },
  ),
  route.get(
    `${ROOT}/books/{id}/manifest`,
    { permission: ['PagesRead'], params: byId, answerTypes: [DIVINA, WEB_PUBLICATION] },
    async (ctx, request) => {
      const { viewer, params } = request;
      const { contentType, manifest } = await readManifest(ctx, viewer, params.id, await findTools(ctx, request));
      return json(manifest, { contentType });
    },
  ),
  route.get(
    `${ROOT}/books/{id}/pages/{page}`,
    {
      permission: ['PagesRead'],
      params: byId.extend({ page: z.coerce.number().int().min(1).max(1_000_000) }),
      query: z.object({ format: z.enum(['jpeg', 'png', 'webp', 'avif']).optional().catch(undefined) }),
      tokens: 0.1,
    },
    async (ctx, { viewer, params: { id, page }, query: { format }, client: { acceptsGzip, accept } }) =>
      readPage(ctx, viewer, id, { page, format, acceptsGzip, accept }),
  ),
  ...contentRoutes(ROOT),
  route.get(
    `${ROOT}/books/{id}/progression`,
    { permission: ['ProgressRead'], params: byId, answerTypes: [PROGRESSION], mayBeEmpty: true },
    async (ctx, request) => {
      const { viewer, params } = request;
      const progression = await getReaderProgression(ctx, viewer, params.id, async (page) => {
        const { addresses } = await findTools(ctx, request);
        const { id, layout } = await getCatalogBook(ctx.db.read, viewer, params.id);
        const place = { base: addresses.below(`books/${id}`), site: addresses.site('') };
        return locatePage(ctx, viewer, { id, layout, page }, place);
      });
      return progression === undefined ? undefined : json(progression, { contentType: PROGRESSION });
    },
  ),
  route.put(
    `${ROOT}/books/{id}/progression`,
    { permission: ['ProgressWrite'], params: byId, body: ReaderProgression, answerTypes: [] },
    async (ctx, request) => {
      await saveReaderProgression(ctx, toReader(request), request.params.id, request.body);
      return undefined;
    },
  ),
];

/** Opens the catalog as OPDS 2.0, with manifests and progression. */
export function openOpds2(door: FastifyInstance, ctx: Context): void {
  for (const one of opds2Routes) openDialectRoute(door, ctx, one);
}
