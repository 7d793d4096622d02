import { readdir, readFile } from 'node:fs/promises';

/** Files that this process has open, connections among them; undefined where the system does not tell. */
export async function countOpenFiles(): Promise<number | undefined> {
  try {
    // The look itself has one open.
    return (await readdir('/proc/self/fd')).length - 1;
  } catch {
    return undefined;
  }
}

/** How many files this process may have open; undefined where the system does not tell, or sets no limit. */
export async function findOpenFilesLimit(): Promise<number | undefined> {
  try {
    const limits = await readFile('/proc/self/limits', 'utf8');
    const soft = /^Max open files\s+(\d+)\s/m.exec(limits)?.[1];
    return soft === undefined ? undefined : Number(soft);
  } catch {
    return undefined;
  }
}
