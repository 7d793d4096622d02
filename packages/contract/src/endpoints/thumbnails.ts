import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { CoverCleanup } from '../models/cover.ts';
import { Id } from '../models/scalars.ts';
import { QueuedTask } from '../models/task.ts';

const params = z.object({ id: Id });
const ids = z.array(Id).min(1).max(500);
const generate = { permission: ['TasksWrite'], answer: 'json', response: QueuedTask } as const;
const Force = { force: z.boolean().optional().meta({ description: 'Draw those again that are there' }) };
const forceBody = { body: z.object(Force), bodyOptional: true } as const;

const generation = {
  generateBookThumbnails: endpoint({
    ...generate,
    tag: 'Books',
    summary:
      'Draws missing covers of books again; the first that is given counts: bookIds, seriesIds, seriesId, libraryId',
    body: z.object({
      ...Force,
      bookIds: ids.optional(),
      seriesIds: ids.optional(),
      seriesId: Id.optional(),
      libraryId: Id.optional(),
    }),
    bodyOptional: true,
    errors: ['NotFound'],
  }),
  generateBookThumbnail: endpoint({
    ...generate,
    ...forceBody,
    tag: 'Books',
    summary: 'Draws the cover of a book again where it is missing',
    params,
    errors: ['NotFound'],
  }),
  generateLibraryBookThumbnails: endpoint({
    ...generate,
    ...forceBody,
    tag: 'Libraries',
    summary: 'Draws missing covers of all books of a library again',
    params,
    errors: ['NotFound'],
  }),
  generateSeriesThumbnails: endpoint({
    ...generate,
    tag: 'Series',
    summary: 'Draws missing covers of series again; the first that is given counts: seriesIds, libraryId',
    body: z.object({ ...Force, seriesIds: ids.optional(), libraryId: Id.optional() }),
    bodyOptional: true,
    errors: ['NotFound'],
  }),
  generateSeriesThumbnail: endpoint({
    ...generate,
    ...forceBody,
    tag: 'Series',
    summary: 'Draws the cover of a series again where it is missing',
    params,
    errors: ['NotFound'],
  }),
  generateManyBookThumbnails: endpoint({
    ...generate,
    tag: 'Books',
    summary: 'Draws missing covers of some books again',
    body: z.object({ ...Force, bookIds: ids }),
    errors: ['NotFound'],
  }),
  generateManySeriesThumbnails: endpoint({
    ...generate,
    tag: 'Series',
    summary: 'Draws missing covers of some series again',
    body: z.object({ ...Force, seriesIds: ids }),
    errors: ['NotFound'],
  }),
  generateThumbnailsOfManySeries: endpoint({
    ...generate,
    tag: 'Series',
    summary: 'Draws missing covers of the books of some series again',
    body: z.object({ ...Force, seriesIds: ids }),
    errors: ['NotFound'],
  }),
  generateLibrarySeriesThumbnails: endpoint({
    ...generate,
    ...forceBody,
    tag: 'Libraries',
    summary: 'Draws missing covers of all series of a library again',
    params,
    errors: ['NotFound'],
  }),
} as const;

const maintenance = {
  cleanupThumbnails: endpoint({
    tag: 'System',
    summary: 'Deletes files of covers that no book and no series has any more',
    permission: ['SystemAdmin'],
    answer: 'json',
    response: CoverCleanup,
  }),
} as const;

export const thumbnails = { ...generation, ...maintenance } as const;
