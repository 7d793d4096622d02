import type { ImportItem } from '@lectern/contract';
import type { Client } from './client.ts';
import { type BookFolder, newBookFolder } from './make-books.ts';
import { addLibrary, waitForTasks } from './scans.ts';

/** A library and an import folder beside it. Disposing deletes both. */
export interface ImportPlace extends Disposable {
  readonly arrivals: BookFolder;
  readonly library: BookFolder;
  readonly libraryId: string;
}

/** Sets the folder that files are imported from. */
export async function setImportFolder(client: Client, value: string): Promise<void> {
  await client.call('updateSetting', { params: { key: 'imports.folder' }, body: { value } });
}

/** Adds a library, and an import folder. */
export async function openImportPlace(client: Client, arrivals = newBookFolder()): Promise<ImportPlace> {
  const library = newBookFolder();
  const { id } = await addLibrary(client, library.path);
  await setImportFolder(client, arrivals.path);
  return {
    ...{ arrivals, library, libraryId: id },
    [Symbol.dispose]: () => {
      arrivals[Symbol.dispose]();
      library[Symbol.dispose]();
    },
  };
}

/** Looks through the import folder; the files by path. */
export async function lookThrough(client: Client): Promise<ReadonlyMap<string, ImportItem>> {
  await client.call('lookForImports', {});
  await waitForTasks(client);
  return listItems(client);
}

/** The files by path. */
export async function listItems(client: Client): Promise<ReadonlyMap<string, ImportItem>> {
  const { data } = await client.call('listImports', { query: { pageSize: 500 } });
  return new Map(data.map((item) => [item.path, item]));
}

/** One of them. */
export function itemAt(items: ReadonlyMap<string, ImportItem>, path: string): ImportItem {
  const item = items.get(path);
  if (item === undefined) throw new Error(`Expected "${path}" among ${[...items.keys()].join(', ')}`);
  return item;
}
