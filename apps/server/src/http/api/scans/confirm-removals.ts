import type { api } from '@lectern/contract';
import { confirmRemovals } from '#core/scan/removals/settle-removals.ts';
import type { Handler } from '../../handler.ts';

export const handleConfirmRemovals: Handler<typeof api.confirmRemovals> = async (ctx, { viewer, params }) =>
  confirmRemovals(ctx, viewer, params.id);
