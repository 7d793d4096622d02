import type { api } from '@lectern/contract';
import type { Handler } from '../../handler.ts';

export const handleGetMetricsHistory: Handler<typeof api.getMetricsHistory> = async (ctx, { query }) =>
  ctx.history.show(query.range);
