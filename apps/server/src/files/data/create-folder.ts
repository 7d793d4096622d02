import { mkdir } from 'node:fs/promises';

/** Makes a folder with its parents, for its owner only; one that exists stays as it is. */
export async function createFolder(absolutePath: string): Promise<void> {
  await mkdir(absolutePath, { recursive: true, mode: 0o700 });
}
