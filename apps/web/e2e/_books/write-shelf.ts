import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** A book folder on the server's disk. Disposing deletes it. */
export interface WrittenShelf extends AsyncDisposable {
  readonly path: string;
  readonly bookCount: number;
}

/** Writes books by their path below the folder. */
export async function writeShelf(books: Readonly<Record<string, Buffer>>): Promise<WrittenShelf> {
  const path = await mkdtemp(join(tmpdir(), 'lectern-reading-'));
  for (const [name, bytes] of Object.entries(books)) {
    await mkdir(dirname(join(path, name)), { recursive: true });
    await writeFile(join(path, name), bytes);
  }
  return {
    path,
    bookCount: Object.keys(books).length,
    [Symbol.asyncDispose]: async () => rm(path, { recursive: true, force: true }),
  };
}
