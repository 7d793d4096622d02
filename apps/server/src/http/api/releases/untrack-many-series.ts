import type { api } from '@lectern/contract';
import { trackMany } from '#core/releases/tracking.ts';
import type { Handler } from '../../handler.ts';

export const handleUntrackManySeries: Handler<typeof api.untrackManySeries> = async (ctx, { viewer, body }) =>
  trackMany(ctx, viewer, body.seriesIds, false);
