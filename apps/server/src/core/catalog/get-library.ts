import type { Library } from '@lectern/contract';
import type { Database } from '#db/open.ts';
import { findLibrary } from '#db/repos/catalog/libraries.repo.ts';
import { AppError } from '../errors.ts';
import type { Viewer } from '../viewer.ts';

/**
 * One library as the viewer may see it.
 * @throws {AppError} `NotFound`
 */
export async function getLibrary(ctx: { readonly db: Database }, viewer: Viewer, libraryId: string): Promise<Library> {
  const library = await findLibrary(ctx.db.read, viewer, libraryId);
  if (library === undefined) throw new AppError('NotFound', `Library ${libraryId} not found`);
  return library;
}
