import type { api } from '@lectern/contract';
import { cancelScan } from '#core/scan/control-scans.ts';
import type { Handler } from '../../handler.ts';

export const handleCancelScan: Handler<typeof api.cancelScan> = async (ctx, { viewer, params }) => {
  await cancelScan(ctx, viewer, params.id);
  return undefined;
};
