import type { api } from '@lectern/contract';
import { listDuplicateSeries } from '#core/duplicates/list-duplicate-series.ts';
import type { Handler } from '../../handler.ts';
import { pageOf } from '../../answers/page-of.ts';

export const handleListDuplicateSeries: Handler<typeof api.listDuplicateSeries> = async (ctx, request) => {
  const listed = await listDuplicateSeries(ctx, request.viewer, request.query);
  const { groups, total, totalSeries, externalIdGroups, titleGroups } = listed;
  const totals = { totalGroups: total, totalDuplicateSeries: totalSeries, externalIdGroups, titleGroups };
  return { ...pageOf(request, groups, total), ...totals };
};
