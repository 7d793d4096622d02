import type { api } from '@lectern/contract';
import { requestRenumbering } from '#core/naming/request-renumbering.ts';
import type { Handler } from '../../handler.ts';

export const handleRenumberSeries: Handler<typeof api.renumberSeries> = async (ctx, { viewer, params }) =>
  requestRenumbering(ctx, viewer, [params.id]);
