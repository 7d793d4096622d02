import { accessSync, constants, mkdirSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isRunning } from './is-running.ts';

/** Where Linux keeps files in memory. */
const IN_MEMORY = '/dev/shm';
const RUN = 'lectern-test-run-';
/** Far more than a run of tests writes, so that none runs out of room. */
const MIN_FREE_BYTES = 8 * 1024 ** 3;

function hasRoom(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize >= MIN_FREE_BYTES;
  } catch {
    // No such folder on this system, or not for us.
    return false;
  }
}

/**
 * Parent of the folders of databases, which are made and deleted by the hundred: in memory where there is plenty, else the
 * system's own for temporary files.
 */
export const FAST_FOLDER = hasRoom(IN_MEMORY) ? IN_MEMORY : tmpdir();

/** A folder that all of a run of tests goes into. Disposing deletes it. */
export interface RunFolder extends Disposable {
  readonly path: string;
}

/** Makes the folder of this run; what runs left that were killed goes first, for it takes memory. */
export function openRunFolder(): RunFolder {
  for (const name of readdirSync(FAST_FOLDER).filter((entry) => entry.startsWith(RUN))) {
    if (!isRunning(Number(name.slice(RUN.length)))) rmSync(join(FAST_FOLDER, name), { recursive: true, force: true });
  }
  const path = join(FAST_FOLDER, `${RUN}${String(process.pid)}`);
  rmSync(path, { recursive: true, force: true });
  mkdirSync(path, { mode: 0o700 });
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) };
}
