import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { basename } from 'node:path';

/** What was done to the disk, in order, such as `flush a.tmp` and `rename a`. */
export interface DiskTrace extends Disposable {
  readonly steps: readonly string[];
  readonly note: (step: string) => void;
}

/** Names without the random part of temporary files. */
function shorten(path: unknown): string {
  return basename(String(path)).replace(/\.[0-9a-f-]{36}\.tmp$/, '.tmp');
}

/** Records flushes and renames of this thread through `node:fs/promises`, which happen as always. */
export function traceDisk(): DiskTrace {
  const steps: string[] = [];
  const { open, rename } = fs.promises;
  fs.promises.open = async (path, ...rest) => {
    const handle = await open(path, ...rest);
    const datasync = handle.datasync.bind(handle);
    const sync = handle.sync.bind(handle);
    handle.datasync = async () => {
      await datasync();
      steps.push(`flush ${shorten(path)}`);
    };
    handle.sync = async () => {
      await sync();
      steps.push(`flush folder ${shorten(path)}`);
    };
    return handle;
  };
  fs.promises.rename = async (from, to) => {
    await rename(from, to);
    steps.push(`rename ${shorten(to)}`);
  };
  syncBuiltinESMExports();
  return {
    steps,
    note: (step) => steps.push(step),
    [Symbol.dispose]: () => {
      Object.assign(fs.promises, { open, rename });
      syncBuiltinESMExports();
    },
  };
}
