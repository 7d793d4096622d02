import type { api } from '@lectern/contract';
import { createLibrary } from '#core/catalog/libraries/create-library.ts';
import { deleteLibrary, getLibrary, listLibraries, updateLibrary } from '#core/catalog/libraries/libraries.ts';
import { previewSchedule } from '#core/catalog/libraries/preview-schedule.ts';
import { toPage } from '../answers/to-page.ts';
import type { Handler, Handlers } from '../requests/handler.ts';

/** PUT and PATCH. */
const handleUpdateLibrary: Handler<typeof api.updateLibrary> = async (ctx, { viewer, params, body }) =>
  updateLibrary(ctx, viewer, params.id, body);

export const libraryHandlers = {
  listLibraries: async (ctx, request) => toPage(request, await listLibraries(ctx, request.viewer, request.query)),
  createLibrary: async (ctx, { viewer, body }) => createLibrary(ctx, viewer, body),
  getLibrary: async (ctx, { viewer, params }) => getLibrary(ctx, viewer, params.id),
  updateLibrary: handleUpdateLibrary,
  patchLibrary: handleUpdateLibrary,
  deleteLibrary: async (ctx, { viewer, params }) => deleteLibrary(ctx, viewer, params.id),
  previewSchedule: async (ctx, { body }) => previewSchedule(ctx, body),
} satisfies Partial<Handlers>;
