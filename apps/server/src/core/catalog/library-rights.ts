import type { LibraryUpdate } from '@lectern/contract';
import { AppError } from '../errors.ts';
import type { Viewer } from '../viewer.ts';

/** Whether somebody chooses any folder that the operator allows; others choose inside of `files.roots` alone. */
export function choosesAnyFolder({ permissions }: Pick<Viewer, 'permissions'>): boolean {
  return permissions.has('SystemAdmin');
}

/** What a change makes of the setting that links out of the folder are followed. */
function followsAfter({ scanningConfig }: LibraryUpdate, follows: boolean): boolean {
  if (scanningConfig === undefined) return follows;
  return scanningConfig === null ? false : (scanningConfig.followLinksOutside ?? follows);
}

/**
 * Keeps links out of a library to administrators: they lead to any folder of the machine.
 * @param viewer undefined for the operator
 * @param follows whether they are followed so far
 * @throws {AppError} `Forbidden`
 */
export function checkLinkRights(viewer: Viewer | undefined, input: LibraryUpdate, follows: boolean): void {
  if (viewer === undefined || choosesAnyFolder(viewer) || followsAfter(input, follows) === follows) return;
  const message = 'Only administrators decide whether links out of the folder are followed: ask one';
  throw new AppError('Forbidden', message, { details: [{ path: 'scanningConfig.followLinksOutside', message }] });
}

/**
 * Keeps a library that follows links out of its folder where it is, unless an administrator moves it.
 * @throws {AppError} `Forbidden`
 */
export function checkMoveRights(viewer: Viewer, follows: boolean): void {
  if (!follows || choosesAnyFolder(viewer)) return;
  const message = 'This library follows links out of its folder: ask an administrator to give it another one';
  throw new AppError('Forbidden', message, { details: [{ path: 'path', message }] });
}
