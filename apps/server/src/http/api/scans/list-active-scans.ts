import type { api } from '@lectern/contract';
import { listActiveScans } from '#core/scan/control-scans.ts';
import type { Handler } from '../../handler.ts';

export const handleListActiveScans: Handler<typeof api.listActiveScans> = async (ctx, { viewer }) =>
  listActiveScans(ctx, viewer);
