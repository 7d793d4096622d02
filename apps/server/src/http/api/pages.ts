import { downloadBook } from '#core/catalog/pages/download-books.ts';
import { downloadSeries } from '#core/catalog/pages/archive-books.ts';
import { getManifest, getPositions } from '#core/catalog/pages/get-publication.ts';
import { listPages } from '#core/catalog/pages/list-pages.ts';
import { readPage } from '#core/catalog/pages/read-page.ts';
import { readResource } from '#core/catalog/pages/read-resource.ts';
import type { Handlers } from '../requests/handler.ts';

export const pageHandlers = {
  listBookPages: async (ctx, { viewer, params }) => listPages(ctx, viewer, params.id),
  getBookPage: async (ctx, { viewer, params, query, client }) => {
    const { accept, acceptsGzip } = client;
    return readPage(ctx, viewer, params.bookId, { ...query, page: params.pageNumber, accept, acceptsGzip });
  },
  getBookManifest: async (ctx, { viewer, params, client }) =>
    getManifest(ctx, viewer, params.id, { site: client.prefix }),
  getBookPositions: async (ctx, { viewer, params, client }) =>
    getPositions(ctx, viewer, params.id, { site: client.prefix }),
  getBookResource: async (ctx, { viewer, params, client }) =>
    readResource(ctx, viewer, params.id, { path: params.path, acceptsGzip: client.acceptsGzip }),
  getBookFile: async (ctx, { viewer, params }) => downloadBook(ctx, viewer, params.id),
  downloadSeries: async (ctx, { viewer, params }) => downloadSeries(ctx, viewer, params.id),
} satisfies Partial<Handlers>;
