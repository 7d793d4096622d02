import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { newShelf, type Shelf } from './shelf.ts';
import { type TestServer } from './start-server.ts';

/** A library with real files, whose books stand in the catalog as a scan leaves them: not analysed yet. */
export interface BookFolder extends AsyncDisposable {
  readonly path: string;
  readonly shelf: Shelf;
  /** Writes a file and puts its book into the catalog. */
  readonly addFile: (name: string, bytes: Uint8Array) => Promise<string>;
}

/** Makes an empty folder and its library. Disposing deletes the folder. */
export async function newBookFolder(server: TestServer): Promise<BookFolder> {
  const path = await mkdtemp(join(tmpdir(), 'lectern-books-'));
  const shelf = await newShelf(server, { path });
  const series = await shelf.addSeries('Series');
  return {
    path,
    shelf,
    addFile: async (name, bytes) => {
      const file = join(path, name);
      await writeFile(file, bytes);
      const { size, mtimeMs } = await stat(file);
      return await shelf.addBook(series, name, {
        path: name,
        fileName: name,
        fileFormat: extname(name).slice(1),
        fileSize: size,
        fileModifiedAt: Math.floor(mtimeMs),
        ...{ state: 'pending', analysisDue: 1, fingerprint: null, layout: null, pageCount: 0, analyzedAt: null },
      });
    },
    [Symbol.asyncDispose]: async () => rm(path, { recursive: true, force: true }),
  };
}
