import { watch } from 'node:fs';
import { sep } from 'node:path';
import { getFolder, getName } from '../walk/relative-paths.ts';
import type { FolderWatch, WatchOptions } from './folder-watch.ts';
import { watchFolderByFolder } from './watch-folder-by-folder.ts';

/** One recursive watch, on macOS and Windows. */
function watchAtOnce({ root, filter, onTouched, onFailed }: WatchOptions): FolderWatch {
  const watcher = watch(root, { persistent: false, recursive: true }, (kind, name) => {
    const path = name?.split(sep).join('/') ?? '';
    const steps = path.split('/').map((_, index, all) => all.slice(0, index + 1).join('/'));
    if (path !== '' && !steps.every((step) => filter.isOpen(step))) return;
    // Most folder names have no dot; created and removed folders are reported.
    const mayBeFolder = kind === 'rename' && !getName(path).includes('.');
    if (path === '' || filter.matters(path) || mayBeFolder) onTouched(getFolder(path));
  });
  watcher.on('error', onFailed);
  return {
    method: 'native',
    message: '',
    [Symbol.asyncDispose]: async () => watcher.close(),
  };
}

/**
 * Watches with events of the system. Links are not followed.
 * @throws {WatchLimitError} when a limit is exceeded
 * @throws {Error} when the folder cannot be read
 */
export async function watchNatively(options: WatchOptions): Promise<FolderWatch> {
  const isRecursive = process.platform === 'darwin' || process.platform === 'win32';
  return isRecursive ? watchAtOnce(options) : watchFolderByFolder(options);
}
