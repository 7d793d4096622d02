import type { api } from '@lectern/contract';
import { dismissRemovals } from '#core/scan/removals/settle-removals.ts';
import type { Handler } from '../../handler.ts';

export const handleDismissRemovals: Handler<typeof api.dismissRemovals> = async (ctx, { viewer, params }) =>
  dismissRemovals(ctx, viewer, params.id);
