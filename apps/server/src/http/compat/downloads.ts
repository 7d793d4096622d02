import { api } from '@lectern/contract';
import { downloadReadList } from '#core/reading-lists/download-read-list.ts';
import { downloadSeries } from '#core/pages/download-series.ts';
import { type DoorRoute, viewerOf } from '../door.ts';
import { byId, idOf } from './paths.ts';

/** Files of many books in one archive. */
export const downloadRoutes: readonly DoorRoute[] = [
  {
    method: 'GET',
    path: '/api/v1/series/{id}/file',
    endpoint: { permission: api.downloadSeries.permission, params: byId },
    answer: async (ctx, request) => downloadSeries(ctx, viewerOf(request), idOf(request)),
  },
  {
    method: 'GET',
    path: '/api/v1/readlists/{id}/file',
    endpoint: { permission: ['BooksRead'], params: byId },
    answer: async (ctx, request) => downloadReadList(ctx, viewerOf(request), idOf(request)),
  },
];
