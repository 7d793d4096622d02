import { basename, sep } from 'node:path';
import { FormatError } from '@lectern/formats/errors';

/** A file and its allowed real places. Plain data, sent to threads. */
export interface Place {
  readonly path: string;
  /** Absolute folder of the library, or one of our own. May be a link. */
  readonly root: string;
  /** Set where links may lead out of the root: absolute folders they must not lead into. */
  readonly notInto?: readonly string[] | undefined;
  /** Absolute, links resolved. Files in it are never read, except below a root inside it. */
  readonly dataDir: string;
}

/** Folders of a place with links resolved. */
export interface RealFolders {
  readonly root: string;
  readonly notInto: readonly string[] | undefined;
}

function isBelow(folder: string, path: string): boolean {
  return path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

/** Whether the real path equals the path, so that no link was followed. */
export function isUnlinked({ path, root, dataDir }: Place, realPath: string): boolean {
  return realPath === path && isBelow(root, path) && !isBelow(dataDir, realPath);
}

/** Whether a file found behind links may be read. */
export function isAllowedAt({ dataDir }: Place, { root, notInto }: RealFolders, realPath: string): boolean {
  const isInside = isBelow(root, realPath);
  if (isBelow(dataDir, realPath) && !(isInside && isBelow(dataDir, root))) return false;
  return isInside || (notInto !== undefined && !notInto.some((folder) => isBelow(folder, realPath)));
}

/** The error for a path outside its library; it never names the target. */
export function toLeadsOutError({ path }: Place): FormatError {
  const message = `"${basename(path)}" is a link that leads out of its library, or lies behind one`;
  return new FormatError('file.replaced', message);
}

/** The error for a folder, a pipe or a device. */
export function toNoFileError({ path }: Place): FormatError {
  return new FormatError('file.replaced', `"${basename(path)}" is no file`);
}
