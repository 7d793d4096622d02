import { resolve } from 'node:path';
import type { Library, LibraryUpdate } from '@lectern/contract';
import type { ReadDb } from '#db/open.ts';
import {
  findLibrary,
  findLibraryRow,
  type LibraryRow,
  scanningConfigOf,
  updateLibraryRow,
} from '#db/repos/catalog/libraries.repo.ts';
import { AppError } from '../errors.ts';
import type { Viewer } from '../viewer.ts';
import { checkLibraryPath, type PathContext } from './check-library-path.ts';
import type { LibraryContext } from './create-library.ts';
import { getLibrary } from './get-library.ts';
import { checkLinkRights, checkMoveRights } from './library-rights.ts';
import { readSettings } from './library-settings.ts';
import { sortKey } from './sort-key.ts';

async function getRow(db: ReadDb, libraryId: string): Promise<LibraryRow> {
  const row = await findLibraryRow(db, libraryId);
  if (row === undefined) throw new AppError('NotFound', `Library ${libraryId} not found`);
  return row;
}

/**
 * Changes a library: what is absent stays, null clears (decision W7).
 * @throws {AppError} `NotFound`, `BadRequest`, `Conflict`, or `Forbidden` for a folder or links that the viewer may not choose
 */
export async function updateLibrary(
  ctx: Pick<LibraryContext, 'events'> & PathContext,
  viewer: Viewer,
  libraryId: string,
  input: LibraryUpdate,
): Promise<Library> {
  await getLibrary(ctx, viewer, libraryId);
  const { path: currentPath } = await getRow(ctx.db.read, libraryId);
  // A folder that is gone for now must not keep its library from being renamed.
  const wanted = input.path === undefined || resolve(input.path) === currentPath ? undefined : input.path;
  const path = wanted === undefined ? undefined : await checkLibraryPath(ctx, wanted, viewer, libraryId);
  return await ctx.db.transaction(async (tx) => {
    const row = await getRow(tx.read, libraryId);
    const scanning = scanningConfigOf(row);
    const settings = readSettings(input, { ...row, scanning });
    checkLinkRights(viewer, input, scanning.followLinksOutside);
    if (path !== undefined) checkMoveRights(viewer, scanning.followLinksOutside);
    const now = Date.now();
    await updateLibraryRow(tx, libraryId, {
      ...settings,
      ...(input.name === undefined ? {} : { name: input.name, sortKey: sortKey(input.name) }),
      ...(path === undefined ? {} : { path }),
      updatedAt: now,
    });
    tx.afterCommit(() => {
      const timestamp = new Date(now).toISOString();
      ctx.events.emit({ type: 'library_updated', library_id: libraryId, timestamp });
    });
    const library = await findLibrary(tx.read, viewer, libraryId);
    if (library === undefined) throw new AppError('NotFound', `Library ${libraryId} not found`);
    return library;
  });
}
