import { BookContext, SeriesContext } from '@lectern/contract';
import { getBookContext, getSeriesContext, tryTemplate } from '#core/catalog/templates/try-template.ts';
import type { Handlers } from '../requests/handler.ts';

export const templateHandlers = {
  getBookContext: async (ctx, { viewer, params }) => BookContext.parse(await getBookContext(ctx, viewer, params.id)),
  getSeriesContext: async (ctx, { viewer, params }) =>
    SeriesContext.parse(await getSeriesContext(ctx, viewer, params.id)),
  tryTemplate: async (ctx, { viewer, body }) => tryTemplate(ctx, viewer, body),
} satisfies Partial<Handlers>;
