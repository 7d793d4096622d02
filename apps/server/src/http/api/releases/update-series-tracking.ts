import type { api } from '@lectern/contract';
import { updateTracking } from '#core/releases/tracking.ts';
import type { Handler } from '../../handler.ts';

export const handleUpdateSeriesTracking: Handler<typeof api.updateSeriesTracking> = async (
  ctx,
  { viewer, params, body },
) => updateTracking(ctx, viewer, params.id, body);
