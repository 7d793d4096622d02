import { getFullBook } from '#core/metadata/full-books.ts';
import { getPositions } from '#core/pages/get-publication.ts';
import { getReaderProgression, ReaderProgression, saveReaderProgression } from '#core/reading/reader-progression.ts';
import type { Context } from '../../context.ts';
import { type DoorRequest, type DoorRoute, viewerOf } from '../door.ts';
import { publicSite } from './addresses.ts';
import { byId, idOf } from './paths.ts';
import { readerOf } from './progress.ts';

const PROGRESSION = 'application/vnd.readium.progression+json';

/** Where a page is, in the words of the book's manifest. */
async function locatorOf(ctx: Context, request: DoorRequest, page: number) {
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
export const progressionRoutes: readonly DoorRoute[] = [
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
