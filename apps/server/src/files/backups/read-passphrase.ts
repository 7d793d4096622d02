import { readFile, stat } from 'node:fs/promises';

const MOST_BYTES = 4_096;

/** The first line of a file with a passphrase. @throws {Error} it is empty or too long */
export async function readPassphrase(path: string): Promise<string> {
  const { size } = await stat(path);
  const [line = ''] = size > MOST_BYTES ? [] : (await readFile(path, 'utf8')).split(/\r?\n/);
  if (line === '') throw new Error(`The first line of ${path} must be a passphrase`);
  return line;
}

/** Whether a path is a folder. */
export async function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (stats) => stats.isDirectory(),
    () => false,
  );
}
