import { stat, statfs } from 'node:fs/promises';

/** Bytes of a disk. */
export interface DiskSpace {
  /** What this process may still use. */
  readonly freeBytes: number;
  readonly totalBytes: number;
}

/** Space of the disk that holds the folder; undefined where unknown or when the folder is missing. */
export async function measureDiskSpace(absolutePath: string): Promise<DiskSpace | undefined> {
  try {
    const { bsize, bavail, blocks } = await statfs(absolutePath);
    return { freeBytes: bsize * bavail, totalBytes: bsize * blocks };
  } catch {
    return undefined;
  }
}

/** Bytes of a file. */
export async function findFileSize(absolutePath: string): Promise<number> {
  return (await stat(absolutePath)).size;
}
