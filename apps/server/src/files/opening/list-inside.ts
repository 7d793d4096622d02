import {
  closeSync,
  constants,
  type Dirent,
  existsSync,
  openSync,
  readdirSync,
  readlinkSync,
  realpathSync,
} from 'node:fs';

const DESCRIPTORS = '/proc/self/fd';
let hasDescriptors: boolean | undefined;

/** Only a folder is opened: opening a device may have effects. */
const FOLDER = constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NONBLOCK;

/** The folder was moved out of the allowed places. */
class MovedError extends Error {
  readonly code = 'EACCES';
}

function check(realPath: string, isAllowed: (realPath: string) => boolean): string {
  if (isAllowed(realPath)) return realPath;
  throw new MovedError('The folder was swapped for a link');
}

/** Lists by descriptor: a swap of the path after opening has no effect. */
function listOpened(path: string, isAllowed: (realPath: string) => boolean): Dirent[] {
  const fd = openSync(path, FOLDER);
  try {
    const opened = `${DESCRIPTORS}/${String(fd)}`;
    check(readlinkSync(opened), isAllowed);
    return readdirSync(opened, { withFileTypes: true });
  } finally {
    closeSync(fd);
  }
}

/** Without descriptors of folders: the path must resolve to the same place before and after. */
function listByPath(path: string, isAllowed: (realPath: string) => boolean): Dirent[] {
  const before = check(realpathSync.native(path), isAllowed);
  const entries = readdirSync(path, { withFileTypes: true });
  if (realpathSync.native(path) === before) return entries;
  throw new MovedError('The folder was moved while it was listed');
}

/**
 * Lists a folder if its real path is allowed; blocks, for worker threads.
 * @param path absolute; links are followed
 * @param isAllowed decides on a path without links
 * @throws {Error} with a system `code`: `EACCES` when not allowed
 */
export function listInsideNow(path: string, isAllowed: (realPath: string) => boolean): Dirent[] {
  hasDescriptors ??= process.platform === 'linux' && existsSync(DESCRIPTORS);
  return hasDescriptors ? listOpened(path, isAllowed) : listByPath(path, isAllowed);
}
