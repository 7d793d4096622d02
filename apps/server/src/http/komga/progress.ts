import { z } from 'zod';
import {
  getReadListTracked,
  getSeriesTracked,
  trackReadList,
  trackSeries,
} from '#core/catalog/komga/tracker-progress.ts';
import { getFullBook } from '#core/catalog/metadata/full-books.ts';
import { forgetProgress, markSeries } from '#core/catalog/reading/mark-books.ts';
import {
  getReaderProgression,
  ReaderProgression,
  saveReaderProgression,
} from '#core/catalog/reading/reader-progression.ts';
import { markBookRead, saveProgress } from '#core/catalog/reading/save-progress.ts';
import { invalidField } from '#core/invalid-field.ts';
import { say } from '#words/say.ts';
import { locatePage } from '../feeds/locate-page.ts';
import { PROGRESSION } from '../feeds/media-types.ts';
import { type DialectRoute, json, route } from '../requests/dialect-route.ts';
import { toReader } from '../requests/to-reader.ts';
import { publicSite } from './mount.ts';
import { byId, knownId } from './paths.ts';

const reading = { permission: ['ProgressRead'], params: byId } as const;
const writing = { permission: ['ProgressWrite'], params: byId } as const;

const Update = z.object({ page: z.int32().min(1).nullish(), completed: z.boolean().nullish() });

function markRoute(method: 'post' | 'delete', state: 'read' | 'unread'): DialectRoute {
  return route[method]('/api/v1/series/{id}/read-progress', writing, async (ctx, request) => {
    await markSeries(ctx, toReader(request), knownId(request.params.id), state);
    return undefined;
  });
}

/** Progress of books, series and read lists, and places as readers of publications exchange them. */
export const progressRoutes: readonly DialectRoute[] = [
  route.patch('/api/v1/books/{id}/read-progress', { ...writing, body: Update }, async (ctx, request) => {
    const { page, completed } = request.body;
    const [reader, id] = [toReader(request), knownId(request.params.id)];
    if (typeof page === 'number') {
      await saveProgress(ctx, reader, id, { currentPage: page, ...(completed === true ? { completed } : {}) });
    } else if (completed === true) await markBookRead(ctx, reader, id);
    else {
      throw invalidField('page', say('is missing'));
    }
    return undefined;
  }),
  route.delete('/api/v1/books/{id}/read-progress', writing, async (ctx, request) => {
    await forgetProgress(ctx, toReader(request), knownId(request.params.id));
    return undefined;
  }),
  markRoute('post', 'read'),
  markRoute('delete', 'unread'),
  route.get('/api/v2/series/{id}/read-progress/tachiyomi', reading, async (ctx, { viewer, params }) =>
    json(await getSeriesTracked(ctx, viewer, knownId(params.id))),
  ),
  route.put(
    '/api/v2/series/{id}/read-progress/tachiyomi',
    { ...writing, body: z.object({ lastBookNumberSortRead: z.number() }) },
    async (ctx, request) => {
      await trackSeries(ctx, toReader(request), knownId(request.params.id), request.body.lastBookNumberSortRead);
      return undefined;
    },
  ),
  route.get('/api/v1/readlists/{id}/read-progress/tachiyomi', reading, async (ctx, { viewer, params }) =>
    json(await getReadListTracked(ctx, viewer, knownId(params.id))),
  ),
  route.put(
    '/api/v1/readlists/{id}/read-progress/tachiyomi',
    { ...writing, body: z.object({ lastBookRead: z.int().min(0) }) },
    async (ctx, request) => {
      await trackReadList(ctx, toReader(request), knownId(request.params.id), request.body.lastBookRead);
      return undefined;
    },
  ),
  route.get('/api/v1/books/{id}/progression', reading, async (ctx, { viewer, params, raw }) => {
    const id = knownId(params.id);
    const found = await getReaderProgression(ctx, viewer, id, async (page) => {
      const base = `${publicSite(ctx, raw)}/api/v1/books/${id}`;
      const { layout } = await getFullBook(ctx.db.read, viewer, id);
      return locatePage(ctx, viewer, { id, layout, page }, { base, site: '', resources: `${base}/resource` });
    });
    return found === undefined ? undefined : json(found, { contentType: PROGRESSION });
  }),
  route.put('/api/v1/books/{id}/progression', { ...writing, body: ReaderProgression }, async (ctx, request) => {
    await saveReaderProgression(ctx, toReader(request), knownId(request.params.id), request.body);
    return undefined;
  }),
];
