import type { Library, LibraryUpdate } from '@lectern/contract';
import { findLibrary, findLibraryRow, scanningConfigOf, updateLibraryRow } from '#db/repos/catalog/libraries.repo.ts';
import { AppError } from '../errors.ts';
import type { Viewer } from '../viewer.ts';
import { checkLibraryPath, type PathContext } from './check-library-path.ts';
import type { LibraryContext } from './create-library.ts';
import { getLibrary } from './get-library.ts';
import { readSettings } from './library-settings.ts';
import { sortKey } from './sort-key.ts';

/**
 * Changes a library: what is absent stays, null clears (decision W7).
 * @throws {AppError} `NotFound`, `BadRequest` or `Conflict`
 */
export async function updateLibrary(
  ctx: Pick<LibraryContext, 'events'> & PathContext,
  viewer: Viewer,
  libraryId: string,
  input: LibraryUpdate,
): Promise<Library> {
  const { path: currentPath } = await getLibrary(ctx, viewer, libraryId);
  // A folder that is gone for now must not keep its library from being renamed.
  const wanted = input.path ?? currentPath;
  const path = wanted === currentPath ? currentPath : await checkLibraryPath(ctx, wanted, viewer, libraryId);
  return await ctx.db.transaction(async (tx) => {
    const row = await findLibraryRow(tx.read, libraryId);
    if (row === undefined) throw new AppError('NotFound', `Library ${libraryId} not found`);
    const settings = readSettings(input, { ...row, scanning: scanningConfigOf(row) });
    const now = Date.now();
    await updateLibraryRow(tx, libraryId, {
      ...settings,
      ...(input.name === undefined ? {} : { name: input.name, sortKey: sortKey(input.name) }),
      path,
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
