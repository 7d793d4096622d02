import { z } from 'zod';
import type { Context } from '#context/context.ts';
import {
  getReadListTracked,
  getSeriesTracked,
  trackReadList,
  trackSeries,
} from '#core/catalog/komga/tracker-progress.ts';
import { getFullBook } from '#core/catalog/metadata/full-books.ts';
import { getPositions } from '#core/catalog/pages/get-publication.ts';
import { forgetProgress, markSeries } from '#core/catalog/reading/mark-books.ts';
import {
  getReaderProgression,
  ReaderProgression,
  saveReaderProgression,
} from '#core/catalog/reading/reader-progression.ts';
import { markBookRead, type Reader, saveProgress } from '#core/catalog/reading/save-progress.ts';
import { AppError } from '#core/errors.ts';
import { deviceOf } from '#core/people/devices.ts';
import { type DialectRequest, type DialectRoute, viewerOf } from '../requests/dialect-route.ts';
import { json } from './answer.ts';
import { publicSite } from './mount.ts';
import { byId, idOf } from './paths.ts';

/** Who reads, and on what. */
function readerOf(request: DialectRequest): Reader {
  const viewer = viewerOf(request);
  return { viewer, device: deviceOf(viewer, request.client.userAgent) };
}

const Update = z.object({ page: z.int32().min(1).nullish(), completed: z.boolean().nullish() });
const UpTo = z.object({ lastBookNumberSortRead: z.number() });
const Place = z.object({ lastBookRead: z.int().min(0) });

function markRoute(method: 'POST' | 'DELETE', state: 'read' | 'unread'): DialectRoute {
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

export const progressRoutes: readonly DialectRoute[] = [
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

const PROGRESSION = 'application/vnd.readium.progression+json';

/** Where a page is, in the words of the book's manifest. */
async function locatorOf(ctx: Context, request: DialectRequest, page: number) {
  const [viewer, id] = [viewerOf(request), idOf(request)];
  const base = `${publicSite(ctx, request.raw)}/api/v1/books/${id}`;
  const { layout } = await getFullBook(ctx.db.read, viewer, id);
  if (layout !== 'reflowable') return { href: `${base}/pages/${page}`, type: 'image/jpeg' };
  const place = { site: '', resources: `${base}/resource` };
  const { positions } = await getPositions(ctx, viewer, id, place);
  const position = positions[Math.min(page, positions.length) - 1];
  return { href: position?.href ?? `${base}/manifest`, type: position?.type ?? 'text/html' };
}

/** Places in books as readers of publications exchange them. */
export const progressionRoutes: readonly DialectRoute[] = [
  {
    method: 'GET',
    path: '/api/v1/books/{id}/progression',
    endpoint: { permission: ['ProgressRead'], params: byId },
    answer: async (ctx, request) => {
      const found = await getReaderProgression(ctx, viewerOf(request), idOf(request), async (page) =>
        locatorOf(ctx, request, page),
      );
      if (found === undefined) return undefined;
      return { kind: 'document', contentType: PROGRESSION, text: JSON.stringify(found) };
    },
  },
  {
    method: 'PUT',
    path: '/api/v1/books/{id}/progression',
    endpoint: { permission: ['ProgressWrite'], params: byId, body: ReaderProgression },
    answer: async (ctx, request) => {
      await saveReaderProgression(ctx, readerOf(request), idOf(request), request.body as ReaderProgression);
      return undefined;
    },
  },
];
