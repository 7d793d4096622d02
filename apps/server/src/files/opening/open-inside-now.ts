import { closeSync, fstatSync, openSync, realpathSync, type Stats, statSync } from 'node:fs';
import type { FileToOpen } from '@lectern/formats';
import { CAREFUL, findRealPath, isLink, isSameInode, type OpenedInside } from './open-inside.ts';
import { isAllowedAt, isUnlinked, toNoFileError, toLeadsOutError, type Place, type RealFolders } from './place.ts';

function realFoldersNow({ root, notInto }: Place): RealFolders {
  const realOrSame = (path: string): string => {
    try {
      return realpathSync.native(path);
    } catch {
      return path;
    }
  };
  return { root: realpathSync.native(root), notInto: notInto?.map(realOrSame) };
}

/** Without help of the system: resolves the path, and checks that it is the opened file. */
function resolveOpenedNow(fd: number, path: string, place: Place): string {
  const known = findRealPath(fd);
  if (known !== undefined) return known;
  const real = realpathSync.native(path);
  if (!isSameInode(fstatSync(fd, { bigint: true }), statSync(real, { bigint: true }))) throw toLeadsOutError(place);
  return real;
}

function checkNow(fd: number, path: string, place: Place): Stats {
  const stats = fstatSync(fd);
  if (!stats.isFile()) throw toNoFileError(place);
  const real = resolveOpenedNow(fd, path, place);
  if (isUnlinked(place, real) || isAllowedAt(place, realFoldersNow(place), real)) return stats;
  throw toLeadsOutError(place);
}

function openCheckedNow(path: string, place: Place): OpenedInside {
  const fd = openSync(path, CAREFUL);
  try {
    return { fd, stats: checkNow(fd, path, place) };
  } catch (error) {
    closeSync(fd);
    throw error;
  }
}

/** Resolves an allowed link. The opened file is checked again. */
function followNow(place: Place): string {
  const real = realpathSync.native(place.path);
  if (isAllowedAt(place, realFoldersNow(place), real)) return real;
  throw toLeadsOutError(place);
}

/** `openInside` for worker threads, which may block. */
export function openInsideNow(place: Place): OpenedInside {
  try {
    return openCheckedNow(place.path, place);
  } catch (error) {
    if (!isLink(error)) throw error;
  }
  const real = followNow(place);
  try {
    return openCheckedNow(real, place);
  } catch (error) {
    throw isLink(error) ? toLeadsOutError(place) : error;
  }
}

/** Opens a file that no link may stand for; throws as `openInside`. */
export function openUnlinkedNow(place: Place): OpenedInside {
  try {
    return openCheckedNow(place.path, place);
  } catch (error) {
    throw isLink(error) ? toLeadsOutError(place) : error;
  }
}

/** A file that the book readers open themselves. */
export function toOpen(place: Place): FileToOpen {
  return { path: place.path, open: () => openInsideNow(place).fd };
}
