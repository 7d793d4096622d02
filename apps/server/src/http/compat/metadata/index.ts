import { api } from '@lectern/contract';
import { AppError } from '#core/errors.ts';
import type { DoorRoute } from '../../door.ts';
import { later } from '../../later.ts';
import { byId } from '../paths.ts';
import { BookPatch, BookPatches } from './patch-book.ts';
import { SeriesPatch } from './patch-series.ts';

const readBook = later(async () => (await import('./edit-metadata.ts')).readBook);
const readSeries = later(async () => (await import('./edit-metadata.ts')).readSeries);

function analysis(path: string, of: 'books' | 'series'): DoorRoute {
  return {
    method: 'POST',
    path,
    endpoint: { permission: (of === 'books' ? api.analyzeBook : api.analyzeSeries).permission, params: byId },
    answer: of === 'books' ? readBook : readSeries,
  };
}

/** Files of books are their owner's: nothing here deletes any. */
function refusedDeletion(path: string): DoorRoute {
  return {
    method: 'DELETE',
    path,
    endpoint: { permission: ['SystemAdmin'], params: byId },
    answer: async () => {
      throw new AppError('Forbidden', 'This server deletes no files of books');
    },
  };
}

/** Changes of what is known of series and books: noted in the journal, and undone there. */
export const metadataRoutes: readonly DoorRoute[] = [
  {
    method: 'PATCH',
    path: '/api/v1/series/{id}/metadata',
    endpoint: { permission: api.updateSeriesMetadata.permission, params: byId, body: SeriesPatch },
    answer: later(async () => (await import('./edit-metadata.ts')).editSeries),
  },
  {
    method: 'PATCH',
    path: '/api/v1/books/{id}/metadata',
    endpoint: { permission: api.updateBookMetadata.permission, params: byId, body: BookPatch },
    answer: later(async () => (await import('./edit-metadata.ts')).editBook),
  },
  {
    method: 'PATCH',
    path: '/api/v1/books/metadata',
    endpoint: { permission: api.editManyBooks.permission, body: BookPatches },
    answer: later(async () => (await import('./edit-metadata.ts')).editBooks),
  },
  analysis('/api/v1/books/{id}/analyze', 'books'),
  analysis('/api/v1/books/{id}/metadata/refresh', 'books'),
  analysis('/api/v1/series/{id}/analyze', 'series'),
  analysis('/api/v1/series/{id}/metadata/refresh', 'series'),
  refusedDeletion('/api/v1/books/{id}/file'),
  refusedDeletion('/api/v1/series/{id}/file'),
];
