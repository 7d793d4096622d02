import type { api } from '@lectern/contract';
import { startScan } from '#core/scan/control-scans.ts';
import { startFolderScan } from '#core/scan/start-folder-scan.ts';
import type { Handler } from '../../handler.ts';

export const handleStartScan: Handler<typeof api.startScan> = async (ctx, { viewer, params, query }) => {
  const target = { libraryId: params.id, mode: query.mode ?? 'normal' };
  return query.path === undefined
    ? startScan(ctx, viewer, target)
    : startFolderScan(ctx, viewer, { ...target, folder: query.path });
};
