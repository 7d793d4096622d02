import { cancelScan, getScanStatus, listActiveScans } from '#core/activities/scan/control-scans.ts';
import { startFolderScan, startScan, startSeriesScan } from '#core/activities/scan/start-scan.ts';
import { previewPath } from '#core/activities/scan/preview-path.ts';
import { purgeLibrary, purgeSeries } from '#core/activities/scan/purge-deleted.ts';
import { confirmRemovals, dismissRemovals, listRemovals } from '#core/activities/scan/removals.ts';
import { toPage } from '../answers/to-page.ts';
import type { Handlers } from '../requests/handler.ts';

export const scanHandlers = {
  startScan: async (ctx, { viewer, params, query }) => {
    const target = { libraryId: params.id, mode: query.mode ?? 'normal' };
    return query.path === undefined
      ? startScan(ctx, viewer, target)
      : startFolderScan(ctx, viewer, { ...target, folder: query.path });
  },
  startSeriesScan: async (ctx, { viewer, params, query }) =>
    startSeriesScan(ctx, viewer, params.id, query.mode ?? 'normal'),
  getScanStatus: async (ctx, { viewer, params }) => getScanStatus(ctx, viewer, params.id),
  cancelScan: async (ctx, { viewer, params }) => cancelScan(ctx, viewer, params.id),
  listRemovals: async (ctx, request) => {
    const wanted = { libraryId: request.params.id, ...request.query };
    return toPage(request, await listRemovals(ctx, request.viewer, wanted));
  },
  confirmRemovals: async (ctx, { viewer, params }) => confirmRemovals(ctx, viewer, params.id),
  dismissRemovals: async (ctx, { viewer, params }) => dismissRemovals(ctx, viewer, params.id),
  purgeLibrary: async (ctx, { viewer, params, signal }) => purgeLibrary(ctx, viewer, params.id, signal),
  purgeSeries: async (ctx, { viewer, params, signal }) => purgeSeries(ctx, viewer, params.id, signal),
  previewLibraryPath: async (ctx, { viewer, params, body, signal }) =>
    previewPath(ctx, viewer, { libraryId: params.id, path: body.path }, signal),
  listActiveScans: async (ctx, { viewer }) => listActiveScans(ctx, viewer),
} satisfies Partial<Handlers>;
