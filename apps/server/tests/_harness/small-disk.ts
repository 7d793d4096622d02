import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A disk of a few megabytes. Disposing unmounts it. */
export interface SmallDisk extends Disposable {
  readonly path: string;
  /** Takes all free space except so many bytes. */
  readonly fill: (leave?: number) => void;
  readonly makeRoom: () => void;
}

/** Mounts a small disk; undefined for a user who may not mount. */
export function openSmallDisk(megabytes: number): SmallDisk | undefined {
  if (process.platform !== 'linux' || process.geteuid?.() !== 0) return undefined;
  const path = mkdtempSync(join(tmpdir(), 'lectern-disk-'));
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${String(megabytes)}m`, 'tmpfs', path]);
  if (mounted.status !== 0) {
    rmSync(path, { recursive: true });
    return undefined;
  }
  const ballast = join(path, 'ballast');
  return {
    path,
    fill: (leave = 0) => {
      rmSync(ballast, { force: true });
      const { bavail, bsize } = statfsSync(path);
      writeFileSync(ballast, Buffer.alloc(Math.max(0, bavail * bsize - leave)));
    },
    makeRoom: () => rmSync(ballast, { force: true }),
    [Symbol.dispose]: () => {
      spawnSync('umount', ['-l', path]);
      rmSync(path, { recursive: true, force: true });
    },
  };
}
