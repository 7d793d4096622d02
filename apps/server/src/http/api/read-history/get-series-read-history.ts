import type { api } from '@lectern/contract';
import { getSeriesReadHistory } from '#core/reading/read-history.ts';
import type { Handler } from '../../handler.ts';

export const handleGetSeriesReadHistory: Handler<typeof api.getSeriesReadHistory> = async (ctx, { viewer, params }) =>
  getSeriesReadHistory(ctx, viewer, params.id);
