import { statfs } from 'node:fs/promises';
import { type FolderWatch, WatchLimitError, type WatchOptions } from './folder-watch.ts';
import { watchNatively } from './watch-natively.ts';
import { watchByPolling } from './watch-by-polling.ts';
import { say } from '#words/say.ts';

/**
 * File systems without events for changes by other machines: NFS, SMB and CIFS, FUSE, 9P, Ceph, AFS, VirtualBox and
 * VMware folders (numbers of linux/magic.h and of the modules themselves).
 */
const REMOTE_TYPES = new Set([
  0x6969, 0x517b, 0xff534d42, 0xfe534d42, 0x65735546, 0x01021997, 0x00c36400, 0x5346414f, 0x6b414653, 0x786f4256,
  0xbacbacbc, 0x0bd00bd0,
]);

/** Whether a folder is on a network file system, as far as the system tells. */
export async function isRemoteFolder(absolutePath: string): Promise<boolean> {
  if (process.platform === 'win32') return /^(\\\\|\/\/)/.test(absolutePath);
  if (process.platform !== 'linux') return false;
  const { type } = await statfs(absolutePath);
  return REMOTE_TYPES.has(type >>> 0);
}

/**
 * Watches a folder natively where possible, else by polling.
 * @param mode `poll` always polls
 * @throws {Error} when the folder cannot be read
 */
export async function watchFolder(mode: 'auto' | 'poll', options: WatchOptions): Promise<FolderWatch> {
  if (mode === 'poll') return watchByPolling(options, '');
  if (await isRemoteFolder(options.root)) {
    return watchByPolling(
      options,
      say('The folder is on another machine, so Lectern checks it for changes at intervals'),
    );
  }
  try {
    return await watchNatively(options);
  } catch (error) {
    if (!(error instanceof WatchLimitError)) throw error;
    return watchByPolling(options, error.message);
  }
}
