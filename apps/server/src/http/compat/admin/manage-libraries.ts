import { LibraryCreate, LibraryUpdate } from '@lectern/contract';
import { requestLibraryAnalysis } from '#core/analyze/request-analysis.ts';
import { createLibrary } from '#core/catalog/create-library.ts';
import { deleteLibrary } from '#core/catalog/delete-library.ts';
import { getLibrary } from '#core/catalog/get-library.ts';
import { updateLibrary } from '#core/catalog/update-library.ts';
import { AppError } from '#core/errors.ts';
import { startScan } from '#core/scan/control-scans.ts';
import { purgeLibrary } from '#core/scan/removals/purge-deleted.ts';
import type { Context } from '../../../context.ts';
import { type DoorAnswer, type DoorRequest, viewerOf } from '../../door.ts';
import { validate } from '../../requests/validate.ts';
import { ACCEPTED, json } from '../answer.ts';
import { toDialectLibrary } from '../libraries.ts';
import { idOf } from '../paths.ts';
import { LibraryPatch, NewLibrary, settingsOf } from './library-shapes.ts';

export async function addLibrary(ctx: Context, request: DoorRequest): Promise<DoorAnswer> {
  const viewer = viewerOf(request);
  const { name, root: path, ...patch } = NewLibrary.parse(request.body);
  const settings = settingsOf(patch, { allowedFormats: null });
  const wanted = validate('body', LibraryCreate, { name, path, ...settings, scanImmediately: true });
  return json(toDialectLibrary(await createLibrary(ctx, viewer, LibraryCreate.parse(wanted)), viewer));
}

export async function changeLibrary(ctx: Context, request: DoorRequest): Promise<DoorAnswer> {
  const [viewer, id] = [viewerOf(request), idOf(request)];
  const { name, root: path, ...patch } = LibraryPatch.parse(request.body);
  const settings = settingsOf(patch, await getLibrary(ctx, viewer, id));
  // Who is not shown the folder sends the empty one back.
  const wanted = validate('body', LibraryUpdate, { name, ...(path === '' ? {} : { path }), ...settings });
  await updateLibrary(ctx, viewer, id, LibraryUpdate.parse(wanted));
  return undefined;
}

export async function removeLibrary(ctx: Context, request: DoorRequest): Promise<DoorAnswer> {
  await deleteLibrary(ctx, viewerOf(request), idOf(request));
  return undefined;
}

export async function scanLibrary(ctx: Context, request: DoorRequest): Promise<DoorAnswer> {
  const mode = (request.query as { readonly deep?: boolean }).deep === true ? 'deep' : 'normal';
  try {
    await startScan(ctx, viewerOf(request), { libraryId: idOf(request), mode });
  } catch (error) {
    // What was asked for is being done.
    if (!(error instanceof AppError) || error.kind !== 'Conflict') throw error;
  }
  return ACCEPTED;
}

/** Reading the files of a library anew, which is what both of the dialect's ways to ask for it come to. */
export async function readAnew(ctx: Context, request: DoorRequest): Promise<DoorAnswer> {
  await requestLibraryAnalysis(ctx, viewerOf(request), { libraryId: idOf(request), isForced: true });
  return ACCEPTED;
}

export async function emptyTrash(ctx: Context, request: DoorRequest): Promise<DoorAnswer> {
  await purgeLibrary(ctx, viewerOf(request), idOf(request), request.signal);
  return ACCEPTED;
}
