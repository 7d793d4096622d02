import { copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const FIXTURES = join(import.meta.dirname, '../../../../fixtures');

/** Two series of readable books, and one truncated book. */
const BOOKS = {
  'Lighthouse/Lighthouse 01.cbz': 'good/cbz/stored.cbz',
  'Lighthouse/Lighthouse 02.cbz': 'good/cbz/deflated.cbz',
  'Lighthouse/Lighthouse 03.cbz': 'good/cbz/order-and-junk.cbz',
  'Quiet Planet/Quiet Planet 01.cbr': 'good/cbr/rar5-stored.cbr',
  'Quiet Planet/Quiet Planet 02.cbz': 'good/cbz/picture-formats.cbz',
  'Torn Pages/Torn Pages 01.cbz': 'broken/zip.truncated--cut-in-first-header.cbz',
} as const;

/** A book folder on the server's disk; disposing deletes it. */
export interface Shelf extends AsyncDisposable {
  readonly path: string;
  /** Initial number of books. */
  readonly bookCount: number;
  /** Copies one more book into the folder. */
  readonly add: (name: string) => Promise<void>;
}

/** Creates a few small books in the system's temporary folder. */
export async function makeShelf(): Promise<Shelf> {
  const path = await mkdtemp(join(tmpdir(), 'lectern-shelf-'));
  const put = async (name: string, fixture: string) => {
    await mkdir(dirname(join(path, name)), { recursive: true });
    await copyFile(join(FIXTURES, fixture), join(path, name));
  };
  for (const [name, fixture] of Object.entries(BOOKS)) await put(name, fixture);
  return {
    path,
    bookCount: Object.keys(BOOKS).length,
    add: async (name) => put(name, 'good/cbz/zip64-end.cbz'),
    [Symbol.asyncDispose]: async () => rm(path, { recursive: true, force: true }),
  };
}
