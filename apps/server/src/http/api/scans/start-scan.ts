import type { api } from '@lectern/contract';
import { startScan } from '#core/scan/control-scans.ts';
import type { Handler } from '../../handler.ts';

export const handleStartScan: Handler<typeof api.startScan> = async (ctx, { viewer, params, query }) =>
  startScan(ctx, viewer, { libraryId: params.id, mode: query.mode ?? 'normal' });
