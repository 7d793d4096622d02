import { resolve } from 'node:path';
import type { LibraryUpdate } from '@lectern/contract';
import type { Config } from '#config/schema.ts';
import { AppError } from '#core/errors.ts';
import type { Viewer } from '#core/viewer.ts';
import type { Database } from '#db/open.ts';
import { listLibraryPaths } from '#db/repos/catalog/libraries.repo.ts';
import { findSettingValue } from '#db/repos/system/settings.repo.ts';
import { type FolderIdentity, identifyFolder, relateFolders } from '#files/walk/folder-identity.ts';
import { checkRoot } from '#files/walk/library-root.ts';
import { isAllowed } from '#files/walk/allowed-roots.ts';
import { say } from '#words/say.ts';

/** Whether the viewer is an administrator, and may choose any folder. Others choose inside of `files.roots`. */
function choosesAnyFolder({ permissions }: Pick<Viewer, 'permissions'>): boolean {
  return permissions.has('SystemAdmin');
}

function followsAfter({ scanningConfig }: LibraryUpdate, follows: boolean): boolean {
  if (scanningConfig === undefined) return follows;
  return scanningConfig === null ? false : (scanningConfig.followLinksOutside ?? follows);
}

/**
 * Lets only administrators change whether links out of a library are followed: they lead to any folder of the machine.
 * @param viewer undefined for the operator
 * @param follows the current setting
 * @throws {AppError} `Forbidden`
 */
export function checkLinkRights(viewer: Viewer | undefined, input: LibraryUpdate, follows: boolean): void {
  if (viewer === undefined || choosesAnyFolder(viewer) || followsAfter(input, follows) === follows) return;
  const message = say('Only an admin can choose whether links out of the folder are followed');
  throw new AppError('Forbidden', message, { details: [{ path: 'scanningConfig.followLinksOutside', message }] });
}

/** Lets only administrators move a library that follows links out of its folder. @throws {AppError} `Forbidden` */
export function checkMoveRights(viewer: Viewer, follows: boolean): void {
  if (!follows || choosesAnyFolder(viewer)) return;
  const message = say('This library follows links out of its folder, so only an admin can move it');
  throw new AppError('Forbidden', message, { details: [{ path: 'path', message }] });
}

/** Whether a folder is, contains or lies in the data folder, which has secrets of the server. */
export async function touchesDataFolder(
  { config }: { readonly config: Pick<Config, 'dataDir'> },
  folder: FolderIdentity,
): Promise<boolean> {
  return relateFolders(folder, await identifyFolder(config.dataDir)) !== undefined;
}

/** The other libraries, and where libraries may be. */
export interface PathContext {
  readonly db: Database;
  readonly config: Pick<Config, 'files' | 'dataDir'>;
}

function refusal(kind: 'BadRequest' | 'Forbidden', message: string): AppError {
  return new AppError(kind, message, { details: [{ path: 'path', message }] });
}

async function findOverlaps({ db }: PathContext, identity: FolderIdentity, libraryId: string | undefined) {
  const found = [];
  for (const other of await listLibraryPaths(db.read)) {
    if (other.id === libraryId) continue;
    const relation = relateFolders(identity, await identifyFolder(other.path));
    if (relation !== undefined) found.push({ ...other, relation });
  }
  return found;
}

async function refuseImportFolder({ db }: PathContext, absolutePath: string, identity: FolderIdentity): Promise<void> {
  const folder = await findSettingValue(db.read, 'imports.folder');
  if (folder === undefined || folder === '') return;
  const relation = relateFolders(identity, await identifyFolder(folder));
  if (relation === undefined) return;
  throw new AppError(
    'Conflict',
    say(
      '{relation, select, same {"{path}" is the import folder} inside {"{path}" is inside the import folder} other {"{path}" contains the import folder}}',
      { relation, path: absolutePath },
    ),
  );
}

type Overlap = Awaited<ReturnType<typeof findOverlaps>>[number];

function refuseOverlap(absolutePath: string, overlap: Overlap | undefined): void {
  if (overlap === undefined) return;
  const { relation, name, path } = overlap;
  throw new AppError(
    'Conflict',
    say(
      '{relation, select, same {"{path}" is the folder of the library "{name}"} inside {"{path}" is inside the folder of the library "{name}" ("{folder}")} other {"{path}" contains the folder of the library "{name}" ("{folder}")}}',
      { relation, path: absolutePath, name, folder: path },
    ),
  );
}

/** For administrators and the operator: names the reason. */
async function checkFully(
  ctx: PathContext,
  absolutePath: string,
  isOperator: boolean,
  libraryId: string | undefined,
): Promise<void> {
  const { roots } = ctx.config.files;
  // The operator has configured the roots, and may go beyond them.
  if (!isOperator && !(await isAllowed(roots, absolutePath))) {
    const allowed = roots.join(', ');
    throw refusal(
      'BadRequest',
      say('"{path}" is outside the folders that the configuration allows: {allowed}', { path: absolutePath, allowed }),
    );
  }
  const root = await checkRoot(absolutePath);
  if (!root.ok) throw refusal('BadRequest', root.message);
  const identity = await identifyFolder(absolutePath);
  if (await touchesDataFolder(ctx, identity)) {
    throw refusal('BadRequest', say('"{path}" overlaps the data folder of the server', { path: absolutePath }));
  }
  refuseOverlap(absolutePath, (await findOverlaps(ctx, identity, libraryId))[0]);
  await refuseImportFolder(ctx, absolutePath, identity);
}

/** For other users: one message for every reason, so that it discloses no folder of the machine. */
async function checkWithinRoots(
  ctx: PathContext,
  wanted: { readonly typed: string; readonly absolutePath: string },
  viewer: Viewer,
  libraryId: string | undefined,
): Promise<void> {
  const { typed, absolutePath } = wanted;
  const { roots } = ctx.config.files;
  if (roots.length === 0) {
    throw refusal(
      'Forbidden',
      say('Only an admin can choose folders. Ask an admin to add the library or to allow its folder'),
    );
  }
  const refused = refusal(
    'Forbidden',
    say('"{path}" cannot be used. Choose a free, readable folder inside {allowed}, or ask an admin', {
      path: typed,
      allowed: roots.join(', '),
    }),
  );
  if (!(await isAllowed(roots, absolutePath)) || !(await checkRoot(absolutePath)).ok) throw refused;
  const identity = await identifyFolder(absolutePath);
  if (await touchesDataFolder(ctx, identity)) throw refused;
  const overlaps = await findOverlaps(ctx, identity, libraryId);
  if (overlaps.some(({ id }) => viewer.libraryIds?.includes(id) === false)) throw refused;
  refuseOverlap(absolutePath, overlaps[0]);
  await refuseImportFolder(ctx, absolutePath, identity);
}

/**
 * Checks the folder of a library: readable, and not the same as, inside or around another library or the data folder.
 * Links are followed for the comparison only.
 * @param path as typed by the user; a relative one starts at the working directory of the server
 * @param viewer undefined for the operator
 * @param libraryId a library that moves there, which is not compared with itself
 * @returns the absolute path without trailing slash
 * @throws {AppError} `BadRequest` for an unusable folder, `Conflict` with another library, `Forbidden` when the viewer may not
 * choose it
 */
export async function checkLibraryPath(
  ctx: PathContext,
  path: string,
  viewer: Viewer | undefined,
  libraryId?: string,
): Promise<string> {
  if (path.includes('\0')) throw refusal('BadRequest', say('The path has a null character'));
  const absolutePath = resolve(path);
  if (viewer === undefined || choosesAnyFolder(viewer)) {
    await checkFully(ctx, absolutePath, viewer === undefined, libraryId);
  } else {
    await checkWithinRoots(ctx, { typed: path, absolutePath }, viewer, libraryId);
  }
  return absolutePath;
}
