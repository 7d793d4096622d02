import type { api } from '@lectern/contract';
import { requestRenumbering } from '#core/naming/request-renumbering.ts';
import type { Handler } from '../../handler.ts';

export const handleRenumberManySeries: Handler<typeof api.renumberManySeries> = async (ctx, { viewer, body }) =>
  requestRenumbering(ctx, viewer, body.seriesIds);
