import type { api } from '@lectern/contract';
import { getLibrary } from '#core/catalog/get-library.ts';
import { listSeriesInProgress } from '#core/catalog/list-series.ts';
import type { Handler } from '../../handler.ts';
import { seriesPage } from '../full-pages.ts';

export const handleListLibrarySeriesInProgress: Handler<typeof api.listLibrarySeriesInProgress> = async (
  ctx,
  request,
) => {
  const { id } = await getLibrary(ctx, request.viewer, request.params.id);
  const { rows, total } = await listSeriesInProgress(ctx, request.viewer, { ...request.query, libraryId: id });
  return seriesPage(ctx, request, { rows, total });
};
