import { binBooks, binOne } from '#core/catalog/bin/bin-books.ts';
import { listBooksOfBin, listSeriesOfBin } from '#core/catalog/bin/list-bin.ts';
import { purgeBinned } from '#core/catalog/bin/purge-binned.ts';
import { restoreBooks, restoreOne } from '#core/catalog/bin/restore-books.ts';
import { toPage } from '../answers/to-page.ts';
import type { Handlers } from '../requests/handler.ts';

export const binHandlers = {
  deleteBook: async (ctx, { viewer, params, query }) => binOne(ctx, viewer, { by: 'id', ids: [params.id] }, query.file),
  restoreBook: async (ctx, { viewer, params }) => restoreOne(ctx, viewer, 'id', params.id),
  deleteManyBooks: async (ctx, { viewer, body }) => binBooks(ctx, viewer, { by: 'id', ids: body.bookIds }, body.file),
  restoreManyBooks: async (ctx, { viewer, body }) => restoreBooks(ctx, viewer, { by: 'id', ids: body.bookIds }),
  deleteSeries: async (ctx, { viewer, params, query }) =>
    binOne(ctx, viewer, { by: 'seriesId', ids: [params.id] }, query.file),
  restoreSeries: async (ctx, { viewer, params }) => restoreOne(ctx, viewer, 'seriesId', params.id),
  deleteManySeries: async (ctx, { viewer, body }) =>
    binBooks(ctx, viewer, { by: 'seriesId', ids: body.seriesIds }, body.file),
  restoreManySeries: async (ctx, { viewer, body }) =>
    restoreBooks(ctx, viewer, { by: 'seriesId', ids: body.seriesIds }),
  restoreDeletion: async (ctx, { viewer, params }) => restoreOne(ctx, viewer, 'deletionId', params.id),
  listBinnedBooks: async (ctx, request) => toPage(request, await listBooksOfBin(ctx, request.viewer, request.query)),
  listBinnedSeries: async (ctx, request) => toPage(request, await listSeriesOfBin(ctx, request.viewer, request.query)),
  purgeBinnedBooks: async (ctx, { viewer, body }) => purgeBinned(ctx, viewer, body.bookIds),
} satisfies Partial<Handlers>;
