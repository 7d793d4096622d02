import { readdir, readFile } from 'node:fs/promises';

/** Open descriptors of this process, with sockets; undefined where the system does not tell. */
export async function countOpenFiles(): Promise<number | undefined> {
  try {
    // Reading the folder opens one itself.
    return (await readdir('/proc/self/fd')).length - 1;
  } catch {
    return undefined;
  }
}

/** Most descriptors this process may open; undefined where unknown or unlimited. */
export async function findOpenFilesLimit(): Promise<number | undefined> {
  try {
    const limits = await readFile('/proc/self/limits', 'utf8');
    const soft = /^Max open files\s+(\d+)\s/m.exec(limits)?.[1];
    return soft === undefined ? undefined : Number(soft);
  } catch {
    return undefined;
  }
}
