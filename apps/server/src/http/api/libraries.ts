import type { api } from '@lectern/contract';
import { createLibrary } from '#core/catalog/create-library.ts';
import { deleteLibrary } from '#core/catalog/delete-library.ts';
import { getLibrary } from '#core/catalog/get-library.ts';
import { listLibraries } from '#core/catalog/list-libraries.ts';
import { previewSchedule } from '#core/catalog/preview-schedule.ts';
import { updateLibrary } from '#core/catalog/update-library.ts';
import { pageOf } from '../answers/page-of.ts';
import type { Handler, Handlers } from '../handler.ts';

/** Answers PUT and PATCH. */
const handleUpdateLibrary: Handler<typeof api.updateLibrary> = async (ctx, { viewer, params, body }) =>
  updateLibrary(ctx, viewer, params.id, body);

export const libraryHandlers = {
  listLibraries: async (ctx, request) => {
    const { rows, total } = await listLibraries(ctx, request.viewer, request.query);
    return pageOf(request, rows, total);
  },
  createLibrary: async (ctx, { viewer, body }) => createLibrary(ctx, viewer, body),
  getLibrary: async (ctx, { viewer, params }) => getLibrary(ctx, viewer, params.id),
  updateLibrary: handleUpdateLibrary,
  patchLibrary: handleUpdateLibrary,
  deleteLibrary: async (ctx, { viewer, params }) => {
    await deleteLibrary(ctx, viewer, params.id);
    return undefined;
  },
  previewSchedule: async (ctx, { body }) => previewSchedule(ctx, body),
} satisfies Partial<Handlers>;
