import type { api } from '@lectern/contract';
import { markSeriesUnread } from '#core/reading/mark-series.ts';
import type { Handler } from '../../handler.ts';

export const handleMarkSeriesUnread: Handler<typeof api.markSeriesUnread> = async (ctx, { viewer, params }) =>
  markSeriesUnread(ctx, viewer, params.id);
