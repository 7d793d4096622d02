import { BookContext, SeriesContext } from '@lectern/contract';
import { getBookContext, getSeriesContext, tryTemplate } from '#core/catalog/templates/try-template.ts';
import { previewConditions } from '#core/catalog/templates/preview-conditions.ts';
import { getPlacement } from '#core/catalog/naming/get-placement.ts';
import { requestTitles } from '#core/catalog/naming/request-titles.ts';
import { requestRenumbering } from '#core/catalog/naming/renumber-due.ts';
import { previewScan } from '#core/activities/scan/preview-scan.ts';
import { previewStrategy } from '#core/activities/scan/preview-strategy.ts';
import type { Handlers } from '../requests/handler.ts';

export const namingHandlers = {
  getBookPlacement: async (ctx, { viewer, params }) => getPlacement(ctx, viewer, params.id),
  previewScan: async (ctx, { viewer, body, signal }) => previewScan(ctx, viewer, body, signal),
  previewStrategy: async (ctx, { viewer, params, body, signal }) =>
    previewStrategy(ctx, { viewer, libraryId: params.id }, body, signal),
  renumberManySeries: async (ctx, { viewer, body }) => requestRenumbering(ctx, viewer, body.seriesIds),
  renumberSeries: async (ctx, { viewer, params }) => requestRenumbering(ctx, viewer, [params.id]),
  reprocessLibrarySeriesTitles: async (ctx, { viewer, params, body }) =>
    requestTitles(ctx, viewer, { ...body, libraryId: params.id }),
  reprocessSeriesTitle: async (ctx, { viewer, params, body }) =>
    requestTitles(ctx, viewer, { ...body, seriesIds: [params.id] }),
  reprocessManySeriesTitles: async (ctx, { viewer, body }) => requestTitles(ctx, viewer, body),
  reprocessSeriesTitles: async (ctx, { viewer, body }) => requestTitles(ctx, viewer, { ...body }),
  testSeriesConditions: async (ctx, { viewer, params, body }) => previewConditions(ctx, viewer, params.id, body ?? {}),
  getBookContext: async (ctx, { viewer, params }) => BookContext.parse(await getBookContext(ctx, viewer, params.id)),
  getSeriesContext: async (ctx, { viewer, params }) =>
    SeriesContext.parse(await getSeriesContext(ctx, viewer, params.id)),
  tryTemplate: async (ctx, { viewer, body }) => tryTemplate(ctx, viewer, body),
} satisfies Partial<Handlers>;
