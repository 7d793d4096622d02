import { readFile } from 'node:fs/promises';

/** Folders the system watches for one user at most; undefined where there is no such limit. */
export async function findWatchLimit(): Promise<number | undefined> {
  try {
    const limit = Number(await readFile('/proc/sys/fs/inotify/max_user_watches', 'utf8'));
    return Number.isInteger(limit) && limit > 0 ? limit : undefined;
  } catch {
    return undefined;
  }
}
