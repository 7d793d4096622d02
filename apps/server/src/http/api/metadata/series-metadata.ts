import type { api } from '@lectern/contract';
import {
  editSeriesMetadata,
  getSeriesLocks,
  getSeriesMetadata,
  lockSeries,
  renameSeries,
  resetSeriesMetadata,
} from '#core/catalog/metadata/series-metadata.ts';
import type { Handler, Handlers } from '../../requests/handler.ts';

const patchSeries: Handler<typeof api.patchSeries> = async (ctx, { viewer, params, body }) =>
  renameSeries(ctx, viewer, params.id, body);

export const seriesMetadataHandlers = {
  patchSeries,
  getSeriesMetadata: async (ctx, { viewer, params, query }) => getSeriesMetadata(ctx, viewer, params.id, query.sources),
  replaceSeriesMetadata: async (ctx, { viewer, params, body }) =>
    editSeriesMetadata(ctx, viewer, params.id, { body, mode: 'replace' }),
  updateSeriesMetadata: async (ctx, { viewer, params, body }) =>
    editSeriesMetadata(ctx, viewer, params.id, { body, mode: 'update' }),
  deleteSeriesMetadata: async (ctx, { viewer, params }) => {
    await resetSeriesMetadata(ctx, viewer, params.id);
    return undefined;
  },
  resetSeriesMetadata: async (ctx, { viewer, params }) => resetSeriesMetadata(ctx, viewer, params.id),
  getSeriesLocks: async (ctx, { viewer, params }) => getSeriesLocks(ctx, viewer, params.id),
  updateSeriesLocks: async (ctx, { viewer, params, body }) => lockSeries(ctx, viewer, params.id, body),
} satisfies Partial<Handlers>;
