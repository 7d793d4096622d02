import { z } from 'zod';
import { getReadListTracked, getSeriesTracked, trackReadList, trackSeries } from '#core/compat/tracker-progress.ts';
import { AppError } from '#core/errors.ts';
import { deviceOf } from '#core/keys/device-of.ts';
import { forgetProgress } from '#core/reading/forget-progress.ts';
import { markSeries } from '#core/reading/mark-books.ts';
import { markBookRead, type Reader, saveProgress } from '#core/reading/save-progress.ts';
import { type DoorRequest, type DoorRoute, viewerOf } from '../door.ts';
import { json } from './answer.ts';
import { byId, idOf } from './paths.ts';

/** Who reads, and on what. */
export function readerOf(request: DoorRequest): Reader {
  const viewer = viewerOf(request);
  return { viewer, device: deviceOf(viewer, request.client.userAgent) };
}

const Update = z.object({ page: z.int32().min(1).nullish(), completed: z.boolean().nullish() });
const UpTo = z.object({ lastBookNumberSortRead: z.number() });
const Place = z.object({ lastBookRead: z.int().min(0) });

function markRoute(method: 'POST' | 'DELETE', state: 'read' | 'unread'): DoorRoute {
  return {
    method,
    path: '/api/v1/series/{id}/read-progress',
    endpoint: { permission: ['ProgressWrite'], params: byId },
    answer: async (ctx, request) => {
      await markSeries(ctx, readerOf(request), idOf(request), state);
      return undefined;
    },
  };
}

export const progressRoutes: readonly DoorRoute[] = [
  {
    method: 'PATCH',
    path: '/api/v1/books/{id}/read-progress',
    endpoint: { permission: ['ProgressWrite'], params: byId, body: Update },
    answer: async (ctx, request) => {
      const { page, completed } = request.body as z.output<typeof Update>;
      const [reader, id] = [readerOf(request), idOf(request)];
      if (typeof page === 'number') {
        await saveProgress(ctx, reader, id, {
          currentPage: page,
          ...(completed === true ? { completed } : {}),
        });
      } else if (completed === true) await markBookRead(ctx, reader, id);
      else {
        const message = 'must be there unless the book is completed';
        throw new AppError('BadRequest', `"page" ${message}`, { details: [{ path: 'page', message }] });
      }
      return undefined;
    },
  },
  {
    method: 'DELETE',
    path: '/api/v1/books/{id}/read-progress',
    endpoint: { permission: ['ProgressWrite'], params: byId },
    answer: async (ctx, request) => {
      await forgetProgress(ctx, readerOf(request), idOf(request));
      return undefined;
    },
  },
  markRoute('POST', 'read'),
  markRoute('DELETE', 'unread'),
  {
    method: 'GET',
    path: '/api/v2/series/{id}/read-progress/tachiyomi',
    endpoint: { permission: ['ProgressRead'], params: byId },
    answer: async (ctx, request) => json(await getSeriesTracked(ctx, viewerOf(request), idOf(request))),
  },
  {
    method: 'PUT',
    path: '/api/v2/series/{id}/read-progress/tachiyomi',
    endpoint: { permission: ['ProgressWrite'], params: byId, body: UpTo },
    answer: async (ctx, request) => {
      const { lastBookNumberSortRead: number } = request.body as z.output<typeof UpTo>;
      await trackSeries(ctx, readerOf(request), idOf(request), number);
      return undefined;
    },
  },
  {
    method: 'GET',
    path: '/api/v1/readlists/{id}/read-progress/tachiyomi',
    endpoint: { permission: ['ProgressRead'], params: byId },
    answer: async (ctx, request) => json(await getReadListTracked(ctx, viewerOf(request), idOf(request))),
  },
  {
    method: 'PUT',
    path: '/api/v1/readlists/{id}/read-progress/tachiyomi',
    endpoint: { permission: ['ProgressWrite'], params: byId, body: Place },
    answer: async (ctx, request) => {
      const { lastBookRead } = request.body as z.output<typeof Place>;
      await trackReadList(ctx, readerOf(request), idOf(request), lastBookRead);
      return undefined;
    },
  },
];
