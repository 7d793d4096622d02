import { resolve } from 'node:path';
import type { Config } from '#config/schema.ts';
import type { Database } from '#db/open.ts';
import { listLibraryPaths } from '#db/repos/catalog/libraries.repo.ts';
import { isAllowed } from '#files/walk/allowed-roots.ts';
import { identifyFolder, relateFolders } from '#files/walk/folder-identity.ts';
import { checkRoot } from '#files/walk/library-root.ts';
import { AppError } from '../errors.ts';
import type { Viewer } from '../viewer.ts';

/** What knows the other libraries, and where libraries may be. */
export interface PathContext {
  readonly db: Database;
  readonly config: Pick<Config, 'files'>;
}

const RELATIONS = { same: 'the folder', inside: 'inside the folder', around: 'around the folder' } as const;

function refuse(message: string): never {
  throw new AppError('BadRequest', message, { details: [{ path: 'path', message }] });
}

/**
 * Where a library is to be: an absolute path without trailing slash, of a folder that can be read and has no part in another
 * library. Links are followed for the comparison, and kept in the path.
 * @param ctx the database knows the other libraries
 * @param path as somebody typed it; a relative one counts from the folder that the server was started in
 * @param viewer who asks: a library that they may not see is not named to them; undefined for the operator
 * @param libraryId the library that moves there, which is not compared with itself
 * @throws {AppError} `BadRequest` when it cannot be read, `Conflict` when it is equal to, inside or around another library
 */
export async function checkLibraryPath(
  ctx: PathContext,
  path: string,
  viewer: Viewer | undefined,
  libraryId?: string,
): Promise<string> {
  if (path.includes('\0')) refuse('The path holds a null character');
  const absolutePath = resolve(path);
  const { roots } = ctx.config.files;
  // Operators may add what they like; the roots are theirs.
  if (viewer !== undefined && !(await isAllowed(roots, absolutePath))) {
    refuse(`"${absolutePath}" is outside of the folders that the configuration allows: ${roots.join(', ')}`);
  }
  const root = await checkRoot(absolutePath);
  if (!root.ok) refuse(root.message);
  const identity = await identifyFolder(absolutePath);
  for (const other of await listLibraryPaths(ctx.db.read)) {
    if (other.id === libraryId) continue;
    const relation = relateFolders(identity, await identifyFolder(other.path));
    if (relation === undefined) continue;
    const isHidden = viewer?.libraryIds?.includes(other.id) === false;
    const whose = isHidden ? 'of another library' : `of library "${other.name}" ("${other.path}")`;
    throw new AppError('Conflict', `"${absolutePath}" is ${isHidden ? 'part' : RELATIONS[relation]} ${whose}`);
  }
  return absolutePath;
}
