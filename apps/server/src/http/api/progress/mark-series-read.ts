import type { api } from '@lectern/contract';
import { markSeriesRead } from '#core/reading/mark-series.ts';
import type { Handler } from '../../handler.ts';

export const handleMarkSeriesRead: Handler<typeof api.markSeriesRead> = async (ctx, { viewer, params }) =>
  markSeriesRead(ctx, viewer, params.id);
