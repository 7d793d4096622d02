import type { api } from '@lectern/contract';
import { trackMany } from '#core/releases/tracking.ts';
import type { Handler } from '../../handler.ts';

export const handleTrackManySeries: Handler<typeof api.trackManySeries> = async (ctx, { viewer, body }) =>
  trackMany(ctx, viewer, body.seriesIds, true);
