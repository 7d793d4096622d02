import { basename } from 'node:path';
import { listLibraryPaths } from '#db/repos/catalog/libraries.repo.ts';
import { identifyFolder, relateFolders } from '#files/walk/folder-identity.ts';
import { createLibrary, type NewLibraryContext } from './create-library.ts';

async function hasLibrary({ db }: NewLibraryContext, absolutePath: string): Promise<boolean> {
  const known = await listLibraryPaths(db.read);
  if (known.some(({ path }) => path === absolutePath)) return true;
  const identity = await identifyFolder(absolutePath);
  for (const { path } of known) if (relateFolders(identity, await identifyFolder(path)) === 'same') return true;
  return false;
}

/**
 * Makes a library, named after its folder, of every folder that is none yet, and queues its first scan.
 * @param absolutePaths a folder that is a library already may be missing: its drive may come later
 * @throws {AppError} `BadRequest` or `Conflict` for a folder that cannot become a library
 */
export async function addLibraries(ctx: NewLibraryContext, absolutePaths: readonly string[]): Promise<void> {
  for (const path of absolutePaths) {
    if (await hasLibrary(ctx, path)) continue;
    await createLibrary(ctx, undefined, {
      name: basename(path) === '' ? path : basename(path),
      path,
      scanImmediately: true,
    });
  }
}
