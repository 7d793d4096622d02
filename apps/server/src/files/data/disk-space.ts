import { statfs } from 'node:fs/promises';

/** Bytes of the disk that a folder is on. */
export interface DiskSpace {
  /** What this process may still use of it. */
  readonly freeBytes: number;
  readonly totalBytes: number;
}

/** How much room there is where a folder is; undefined where the system does not tell, or there is no such folder. */
export async function findDiskSpace(absolutePath: string): Promise<DiskSpace | undefined> {
  try {
    const { bsize, bavail, blocks } = await statfs(absolutePath);
    return { freeBytes: bsize * bavail, totalBytes: bsize * blocks };
  } catch {
    return undefined;
  }
}
