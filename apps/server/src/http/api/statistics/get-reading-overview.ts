import type { api } from '@lectern/contract';
import { getReadingOverview } from '#core/statistics/reading-overview.ts';
import type { Handler } from '../../handler.ts';

export const handleGetReadingOverview: Handler<typeof api.getReadingOverview> = async (ctx, { viewer, query }) =>
  getReadingOverview(ctx, viewer, query.timezone);
