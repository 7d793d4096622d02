import { getManifest, getPositions } from '#core/pages/get-publication.ts';
import { listPages } from '#core/pages/list-pages.ts';
import { readPage } from '#core/pages/read-page.ts';
import { readResource } from '#core/pages/read-resource.ts';
import type { Handlers } from '../handler.ts';

export const pageHandlers = {
  listBookPages: async (ctx, { viewer, params }) => listPages(ctx, viewer, params.id),
  getBookPage: async (ctx, { viewer, params, query, client }) => {
    const { accept, acceptsGzip } = client;
    return readPage(ctx, viewer, params.bookId, { ...query, page: params.pageNumber, accept, acceptsGzip });
  },
  getBookManifest: async (ctx, { viewer, params }) => getManifest(ctx, viewer, params.id),
  getBookPositions: async (ctx, { viewer, params }) => getPositions(ctx, viewer, params.id),
  getBookResource: async (ctx, { viewer, params, client }) =>
    readResource(ctx, viewer, params.id, { path: params.path, acceptsGzip: client.acceptsGzip }),
} satisfies Partial<Handlers>;
