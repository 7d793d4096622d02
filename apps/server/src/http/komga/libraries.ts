import { api, LibraryCreate, LibraryUpdate } from '@lectern/contract';
import { z } from 'zod';
import { requestLibraryAnalysis } from '#core/activities/analyze/request-many-analyses.ts';
import { startScan } from '#core/activities/scan/start-scan.ts';
import { purgeLibrary } from '#core/activities/scan/purge-deleted.ts';
import { createLibrary } from '#core/catalog/libraries/create-library.ts';
import { deleteLibrary, getLibrary, listLibraries, updateLibrary } from '#core/catalog/libraries/libraries.ts';
import { AppError } from '#core/errors.ts';
import { type DialectRoute, json, route } from '../requests/dialect-route.ts';
import { validate } from '../requests/validate.ts';
import { ACCEPTED } from './answer.ts';
import { Flag } from './paging.ts';
import { byId, knownId } from './paths.ts';
import { LibraryPatch, NewLibrary, toSettings, toDialectLibrary } from './to-library.ts';

/** More libraries than any server has. */
const MOST = 10_000;

/** Analyses the books of a library again. The dialect has two requests for that. */
function analysis(path: string): DialectRoute {
  return route.post(
    path,
    { permission: api.analyzeLibrary.permission, params: byId },
    async (ctx, { viewer, params }) => {
      await requestLibraryAnalysis(ctx, viewer, { libraryId: knownId(params.id), isForced: true });
      return ACCEPTED;
    },
  );
}

/** Libraries, and their management. */
export const libraryRoutes: readonly DialectRoute[] = [
  route.get('/api/v1/libraries', { permission: ['LibrariesRead'] }, async (ctx, { viewer }) => {
    const { rows } = await listLibraries(ctx, viewer, { page: 1, pageSize: MOST });
    return json(rows.map((library) => toDialectLibrary(library, viewer)));
  }),
  route.get(
    '/api/v1/libraries/{id}',
    { permission: ['LibrariesRead'], params: byId },
    async (ctx, { viewer, params }) =>
      json(toDialectLibrary(await getLibrary(ctx, viewer, knownId(params.id)), viewer)),
  ),
  route.post(
    '/api/v1/libraries',
    { permission: api.createLibrary.permission, body: NewLibrary },
    async (ctx, { viewer, body: { name, root: path, ...patch } }) => {
      const settings = toSettings(patch, { allowedFormats: null });
      const wanted = validate('body', LibraryCreate, { name, path, ...settings, scanImmediately: true });
      return json(toDialectLibrary(await createLibrary(ctx, viewer, LibraryCreate.parse(wanted)), viewer));
    },
  ),
  route.patch(
    '/api/v1/libraries/{id}',
    { permission: api.updateLibrary.permission, params: byId, body: LibraryPatch },
    async (ctx, { viewer, params, body: { name, root: path, ...patch } }) => {
      const id = knownId(params.id);
      const settings = toSettings(patch, await getLibrary(ctx, viewer, id));
      // A client that sees no path sends the empty one back.
      const wanted = validate('body', LibraryUpdate, { name, ...(path === '' ? {} : { path }), ...settings });
      await updateLibrary(ctx, viewer, id, LibraryUpdate.parse(wanted));
      return undefined;
    },
  ),
  route.delete(
    '/api/v1/libraries/{id}',
    { permission: api.deleteLibrary.permission, params: byId },
    async (ctx, { viewer, params }) => {
      await deleteLibrary(ctx, viewer, knownId(params.id));
      return undefined;
    },
  ),
  route.post(
    '/api/v1/libraries/{id}/scan',
    { permission: api.startScan.permission, params: byId, query: z.object({ deep: Flag }) },
    async (ctx, { viewer, params, query }) => {
      const mode = query.deep === true ? 'deep' : 'normal';
      try {
        await startScan(ctx, viewer, { libraryId: knownId(params.id), mode });
      } catch (error) {
        // The library is being scanned already.
        if (!(error instanceof AppError) || error.kind !== 'Conflict') throw error;
      }
      return ACCEPTED;
    },
  ),
  analysis('/api/v1/libraries/{id}/analyze'),
  analysis('/api/v1/libraries/{id}/metadata/refresh'),
  route.post(
    '/api/v1/libraries/{id}/empty-trash',
    { permission: api.purgeLibrary.permission, params: byId },
    async (ctx, { viewer, params, signal }) => {
      await purgeLibrary(ctx, viewer, knownId(params.id), signal);
      return ACCEPTED;
    },
  ),
];
