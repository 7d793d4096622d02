import { writeFile } from 'node:fs/promises';

/** Writes a text file that a person asked for, replacing one that is there. */
export async function writeText(path: string, text: string): Promise<void> {
  await writeFile(path, text, 'utf8');
}
