import type { api } from '@lectern/contract';
import {
  editSeriesMetadata,
  getSeriesLocks,
  getSeriesMetadata,
  lockSeries,
  renameSeries,
  resetSeriesMetadata,
} from '#core/metadata/series-metadata.ts';
import type { Handler } from '../../handler.ts';

const patchSeries: Handler<typeof api.patchSeries> = async (ctx, { viewer, params, body }) =>
  renameSeries(ctx, viewer, params.id, body);

const getMetadata: Handler<typeof api.getSeriesMetadata> = async (ctx, { viewer, params, query }) =>
  getSeriesMetadata(ctx, viewer, params.id, query.sources);

const replaceMetadata: Handler<typeof api.replaceSeriesMetadata> = async (ctx, { viewer, params, body }) =>
  editSeriesMetadata(ctx, viewer, params.id, { body, mode: 'replace' });

const updateMetadata: Handler<typeof api.updateSeriesMetadata> = async (ctx, { viewer, params, body }) =>
  editSeriesMetadata(ctx, viewer, params.id, { body, mode: 'update' });

const resetMetadata: Handler<typeof api.resetSeriesMetadata> = async (ctx, { viewer, params }) =>
  resetSeriesMetadata(ctx, viewer, params.id);

const deleteMetadata: Handler<typeof api.deleteSeriesMetadata> = async (ctx, { viewer, params }) => {
  await resetSeriesMetadata(ctx, viewer, params.id);
  return undefined;
};

const getLocks: Handler<typeof api.getSeriesLocks> = async (ctx, { viewer, params }) =>
  getSeriesLocks(ctx, viewer, params.id);

const updateLocks: Handler<typeof api.updateSeriesLocks> = async (ctx, { viewer, params, body }) =>
  lockSeries(ctx, viewer, params.id, body);

export const seriesMetadataHandlers = {
  patchSeries,
  getSeriesMetadata: getMetadata,
  replaceSeriesMetadata: replaceMetadata,
  updateSeriesMetadata: updateMetadata,
  deleteSeriesMetadata: deleteMetadata,
  resetSeriesMetadata: resetMetadata,
  getSeriesLocks: getLocks,
  updateSeriesLocks: updateLocks,
};
