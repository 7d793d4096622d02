import { readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { findFileState } from '../opening/find-file.ts';
import { ASIDE } from './sweep-files.ts';

/** Names that our writers give to unfinished files. */
const TEMPORARY = /\.[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\.tmp$/;

/** What a killed process left, and what became of it. */
export interface Leftovers {
  readonly deleted: number;
  /** Covers that a killed sweep had set aside. */
  readonly restored: number;
}

/** Folders of the data folder in which files are written through temporary ones. Caches sweep their own. */
async function listFolders(dataDir: string): Promise<string[]> {
  const covers = join(dataDir, 'covers');
  const entries = await readdir(covers, { withFileTypes: true }).catch(() => []);
  const inside = entries.filter((entry) => entry.isDirectory()).map(({ name }) => join(covers, name));
  return [dataDir, ...['backups', 'exports', 'tls'].map((name) => join(dataDir, name)), ...inside];
}

/** Gives a cover that was put aside its name again. @returns whether it is back */
async function restore(path: string): Promise<boolean> {
  const own = path.slice(0, -ASIDE.length);
  if ((await findFileState(own)) !== undefined) return false;
  await rename(path, own);
  return true;
}

/**
 * Deletes files that a killed process left half-written, and restores covers that it had set aside.
 * @param dataDir absolute
 * @param before epoch milliseconds; files changed later may belong to a living process
 */
export async function sweepTemporaries(dataDir: string, before: number, signal: AbortSignal): Promise<Leftovers> {
  let deleted = 0;
  let restored = 0;
  for (const folder of await listFolders(dataDir)) {
    if (signal.aborted) break;
    for (const name of await readdir(folder).catch(() => [])) {
      const isTemporary = TEMPORARY.test(name);
      if (!isTemporary && !(name.endsWith(ASIDE) && folder !== dataDir)) continue;
      const path = join(folder, name);
      const stats = await stat(path).catch(() => undefined);
      // A rename changes the status only.
      if (stats?.isFile() !== true || stats.ctimeMs >= before) continue;
      if (isTemporary) {
        await rm(path, { force: true });
        deleted += 1;
      } else if (await restore(path)) restored += 1;
    }
  }
  return { deleted, restored };
}
