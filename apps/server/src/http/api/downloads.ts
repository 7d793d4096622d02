import { downloadBook } from '#core/pages/download-book.ts';
import { downloadSeries } from '#core/pages/download-series.ts';
import type { Handlers } from '../handler.ts';

export const downloadHandlers = {
  getBookFile: async (ctx, { viewer, params }) => downloadBook(ctx, viewer, params.id),
  downloadSeries: async (ctx, { viewer, params }) => downloadSeries(ctx, viewer, params.id),
} satisfies Partial<Handlers>;
