import type { api } from '@lectern/contract';
import { startSeriesScan } from '#core/scan/start-folder-scan.ts';
import type { Handler } from '../../handler.ts';

export const handleStartSeriesScan: Handler<typeof api.startSeriesScan> = async (ctx, { viewer, params, query }) =>
  startSeriesScan(ctx, viewer, params.id, query.mode ?? 'normal');
