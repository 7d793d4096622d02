import { requestDuplicateScan } from '#core/activities/duplicates/find-duplicates.ts';
import {
  dismissDuplicate,
  dismissDuplicateSeries,
  listDuplicates,
  listDuplicateSeries,
} from '#core/activities/duplicates/list-duplicates.ts';
import { toPage } from '../answers/to-page.ts';
import type { Handlers } from '../requests/handler.ts';

export const duplicateHandlers = {
  listDuplicates: async (ctx, request) => {
    const { groups: rows, total, totalBooks } = await listDuplicates(ctx, request.viewer, request.query);
    return { ...toPage(request, { rows, total }), totalGroups: total, totalDuplicateBooks: totalBooks };
  },
  scanDuplicates: async (ctx) => requestDuplicateScan(ctx),
  dismissDuplicate: async (ctx, { viewer, params }) => dismissDuplicate(ctx, viewer, params.id),
  listDuplicateSeries: async (ctx, request) => {
    const listed = await listDuplicateSeries(ctx, request.viewer, request.query);
    const { groups: rows, total, totalSeries, externalIdGroups, titleGroups } = listed;
    const totals = { totalGroups: total, totalDuplicateSeries: totalSeries, externalIdGroups, titleGroups };
    return { ...toPage(request, { rows, total }), ...totals };
  },
  dismissDuplicateSeries: async (ctx, { viewer, params }) => dismissDuplicateSeries(ctx, viewer, params.id),
} satisfies Partial<Handlers>;
