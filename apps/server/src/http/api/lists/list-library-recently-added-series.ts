import type { api } from '@lectern/contract';
import { getLibrary } from '#core/catalog/get-library.ts';
import { listSortedSeries } from '#core/catalog/list-series.ts';
import type { Handler } from '../../handler.ts';
import { seriesPage } from '../full-pages.ts';

export const handleListLibraryRecentlyAddedSeries: Handler<typeof api.listLibraryRecentlyAddedSeries> = async (
  ctx,
  request,
) => {
  const { id } = await getLibrary(ctx, request.viewer, request.params.id);
  const { rows, total } = await listSortedSeries(
    ctx,
    request.viewer,
    { ...request.query, libraryId: id },
    { field: 'createdAt', direction: 'desc' },
  );
  return seriesPage(ctx, request, { rows, total });
};
