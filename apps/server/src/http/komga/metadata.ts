import { api } from '@lectern/contract';
import { z } from 'zod';
import { requestBookAnalysis, requestSeriesAnalysis } from '#core/activities/analyze/request-analysis.ts';
import { editEach, editEverything } from '#core/catalog/metadata/edit-one.ts';
import { areOtherTags, nameSeriesTags } from '#core/catalog/metadata/series-tags.ts';
import { AppError } from '#core/errors.ts';
import { requireSharing } from '#core/people/sharing-tags.ts';
import { say } from '#words/say.ts';
import { type DialectRoute, route } from '../requests/dialect-route.ts';
import { ACCEPTED } from './answer.ts';
import { toBookEdits, BookPatch } from './book-patch.ts';
import { byId, knownId } from './paths.ts';
import { toSeriesEdits, SeriesPatch } from './series-patch.ts';

/** Books that one request may change. */
const MOST_BOOKS = 500;

/** Changes by the id of the book. */
const BookPatches = z
  .object({})
  .catchall(BookPatch)
  .refine((all) => Object.keys(all).length <= MOST_BOOKS, `must name at most ${MOST_BOOKS} books`);

/** Analyses the files again. The dialect has two requests for that. */
function analysis(path: string, of: 'books' | 'series'): DialectRoute {
  const { permission } = of === 'books' ? api.analyzeBook : api.analyzeSeries;
  return route.post(path, { permission, params: byId }, async (ctx, { viewer, params }) => {
    const requestAnalysis = of === 'books' ? requestBookAnalysis : requestSeriesAnalysis;
    await requestAnalysis(ctx, viewer, knownId(params.id));
    return ACCEPTED;
  });
}

/** This server deletes no files of books. */
function refusedDeletion(path: string): DialectRoute {
  return route.delete(path, { permission: ['SystemAdmin'], params: byId }, async () => {
    throw new AppError('Forbidden', say('This server deletes no files of books'));
  });
}

/** Changes of the metadata of series and books, which the journal notes and can undo. */
export const metadataRoutes: readonly DialectRoute[] = [
  route.patch(
    '/api/v1/series/{id}/metadata',
    { permission: api.updateSeriesMetadata.permission, params: byId, body: SeriesPatch },
    async (ctx, { viewer, params, body }) => {
      const id = knownId(params.id);
      const labels = body.sharingLabels === undefined ? undefined : (body.sharingLabels ?? []);
      const isShared = labels !== undefined && (await areOtherTags(ctx, viewer, id, labels));
      if (isShared) requireSharing(viewer);
      await editEverything(ctx, viewer, id, { name: 'series-edits', body: toSeriesEdits(body) });
      // Last: the change may hide the series from this user.
      if (isShared) await nameSeriesTags(ctx, viewer, id, labels);
      return undefined;
    },
  ),
  route.patch(
    '/api/v1/books/{id}/metadata',
    { permission: api.updateBookMetadata.permission, params: byId, body: BookPatch },
    async (ctx, { viewer, params, body }) => {
      const edits = toBookEdits(body);
      await editEverything(ctx, viewer, knownId(params.id), { name: 'book-edits', body: edits });
      return undefined;
    },
  ),
  route.patch(
    '/api/v1/books/metadata',
    { permission: api.editManyBooks.permission, body: BookPatches },
    async (ctx, { viewer, body }) => {
      const edits = Object.entries(body).map(([id, patch]) => [knownId(id), toBookEdits(patch)] as const);
      await editEach(ctx, viewer, new Map(edits));
      return undefined;
    },
  ),
  analysis('/api/v1/books/{id}/analyze', 'books'),
  analysis('/api/v1/books/{id}/metadata/refresh', 'books'),
  analysis('/api/v1/series/{id}/analyze', 'series'),
  analysis('/api/v1/series/{id}/metadata/refresh', 'series'),
  refusedDeletion('/api/v1/books/{id}/file'),
  refusedDeletion('/api/v1/series/{id}/file'),
];
