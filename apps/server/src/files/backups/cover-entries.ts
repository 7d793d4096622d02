import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** A file of a cover: its name below the folder of covers, and its path. */
export interface CoverEntry {
  /** With `/`. */
  readonly name: string;
  readonly path: string;
}

const KEY = /^[0-9a-f]{32}$/;

/** The files of a cover: every size, and an uploaded original. @param folder of all covers */
export async function findCoverFiles(folder: string, key: string): Promise<CoverEntry[]> {
  if (!KEY.test(key)) return [];
  const group = key.slice(0, 2);
  const names = await readdir(join(folder, group)).catch(() => []);
  const own = names.filter(
    (name) => /^(?:-\d+\.webp|\.original)$/.test(name.slice(key.length)) && name.startsWith(key),
  );
  return own.map((name) => ({ name: `${group}/${name}`, path: join(folder, group, name) }));
}

/** Whether an entry names a file of a cover and leads nowhere else. */
export function isCoverName(name: string): boolean {
  return /^([0-9a-f]{2})\/\1[0-9a-f]{30}(?:-\d{1,5}\.webp|\.original)$/.test(name);
}
