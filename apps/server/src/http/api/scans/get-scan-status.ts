import type { api } from '@lectern/contract';
import { getScanStatus } from '#core/scan/control-scans.ts';
import type { Handler } from '../../handler.ts';

export const handleGetScanStatus: Handler<typeof api.getScanStatus> = async (ctx, { viewer, params }) =>
  getScanStatus(ctx, viewer, params.id);
