import { formatByName } from '@lectern/contract/book-formats';
import type { ChosenFile } from './upload-items.ts';

/** Files of a folder that are no books, such as covers and notes, are left out. */
function isBook(name: string): boolean {
  return formatByName(name) !== undefined;
}

/** Files of a folder dialog, each with the folder that it lies in. */
export function readFolder(files: readonly File[]): ChosenFile[] {
  return files
    .filter(({ name }) => isBook(name))
    .map((file) => {
      const folder = file.webkitRelativePath.split('/').slice(0, -1).join('/');
      return folder === '' ? { file } : { file, folder };
    });
}

async function listEntries(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const found: FileSystemEntry[] = [];
  // A browser gives a hundred at a time.
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (some.length === 0) return found;
    found.push(...some);
  }
}

async function readEntry(entry: FileSystemEntry, folder: string): Promise<ChosenFile[]> {
  if (entry.isFile) {
    const file = await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject));
    if (folder === '') return [{ file }];
    return isBook(file.name) ? [{ file, folder }] : [];
  }
  const chosen: ChosenFile[] = [];
  const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
  for (const inside of await listEntries(entry as FileSystemDirectoryEntry)) {
    chosen.push(...(await readEntry(inside, path)));
  }
  return chosen;
}

/** Files and folders that were dropped. The list of a drop is gone after the event: its entries are taken at once. */
export async function readDropped({ items }: DataTransfer): Promise<ChosenFile[]> {
  const dropped = [...items].map((item) => ({ entry: item.webkitGetAsEntry(), file: item.getAsFile() }));
  const chosen: ChosenFile[] = [];
  for (const { entry, file } of dropped) {
    if (entry !== null) chosen.push(...(await readEntry(entry, '')));
    // A file from another program is no entry of the file system.
    else if (file !== null) chosen.push({ file });
  }
  return chosen;
}
