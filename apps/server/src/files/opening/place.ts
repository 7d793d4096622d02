import { basename, sep } from 'node:path';
import { FormatError } from '@lectern/formats/errors';

/** A file, and where its bytes may really lie. Plain data: it goes to threads. */
export interface Place {
  /** Absolute: how the file is called. */
  readonly path: string;
  /** Absolute: the folder of the library, or one of our own, that the file belongs to. It may be a link itself. */
  readonly root: string;
  /** Set where links may lead out of the root: absolute folders that they may not lead into. */
  readonly notInto?: readonly string[] | undefined;
  /** Absolute, links resolved: nothing in it is read, except below a root that lies in it. */
  readonly dataDir: string;
}

/** Where a place's folders really are: links resolved. */
export interface RealFolders {
  readonly root: string;
  readonly notInto: readonly string[] | undefined;
}

function isBelow(folder: string, path: string): boolean {
  return path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

/** Whether a file is where it is called, so that no link was followed and no other folder has to be looked at. */
export function isItself({ path, root, dataDir }: Place, realPath: string): boolean {
  return realPath === path && isBelow(root, path) && !isBelow(dataDir, realPath);
}

/** Whether a file may be read that was found behind links. */
export function isAllowedAt({ dataDir }: Place, { root, notInto }: RealFolders, realPath: string): boolean {
  const isInside = isBelow(root, realPath);
  if (isBelow(dataDir, realPath) && !(isInside && isBelow(dataDir, root))) return false;
  return isInside || (notInto !== undefined && !notInto.some((folder) => isBelow(folder, realPath)));
}

/** The error for a path outside its library; it never names the target. */
export function leadsOut({ path }: Place): FormatError {
  const message = `"${basename(path)}" is a link that leads out of its library, or lies behind one`;
  return new FormatError('file.replaced', message);
}

/** The error for a folder, a pipe or a device. */
export function isNoFile({ path }: Place): FormatError {
  return new FormatError('file.replaced', `"${basename(path)}" is no file`);
}
