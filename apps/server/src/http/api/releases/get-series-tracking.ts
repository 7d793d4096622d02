import type { api } from '@lectern/contract';
import { getTracking } from '#core/releases/tracking.ts';
import type { Handler } from '../../handler.ts';

export const handleGetSeriesTracking: Handler<typeof api.getSeriesTracking> = async (ctx, { viewer, params }) =>
  getTracking(ctx, viewer, params.id);
