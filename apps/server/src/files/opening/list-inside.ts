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

/** What is no folder is not opened: a device may act on that. */
const FOLDER = constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NONBLOCK;

/** The error for a folder that lies elsewhere by now. */
class MovedError extends Error {
  readonly code = 'EACCES';
}

function check(realPath: string, isAllowed: (realPath: string) => boolean): string {
  if (isAllowed(realPath)) return realPath;
  throw new MovedError('The folder was swapped for a link');
}

/** By its descriptor: whatever takes the place of the folder meanwhile, what was opened is listed. */
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

/** Without descriptors of folders: the path must lead to the same place before and afterwards. */
function listByPath(path: string, isAllowed: (realPath: string) => boolean): Dirent[] {
  const before = check(realpathSync.native(path), isAllowed);
  const entries = readdirSync(path, { withFileTypes: true });
  if (realpathSync.native(path) === before) return entries;
  throw new MovedError('The folder was moved while it was listed');
}

/**
 * Lists a folder if it lies where it may; synchronous, for worker threads.
 * @param path absolute; links are followed
 * @param isAllowed whether what lies there may be listed; of a path without links
 * @throws {Error} with a system `code`: `EACCES` when it may not
 */
export function listInsideNow(path: string, isAllowed: (realPath: string) => boolean): Dirent[] {
  hasDescriptors ??= process.platform === 'linux' && existsSync(DESCRIPTORS);
  return hasDescriptors ? listOpened(path, isAllowed) : listByPath(path, isAllowed);
}
