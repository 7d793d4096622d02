import type { FolderListing } from '@lectern/contract';
import { countBookFiles, type FoundFolder } from '#files/walk/list-folders.ts';

/** A folder as the picker gets it. */
export type FolderEntry = FolderListing['entries'][number];

const MAX_COUNT = 1_000;
const BOOK_NAME = /[.](cbz|cbr|epub|pdf)$/i;

/** Whether a file is a book, going by its name. */
export function isBookName(name: string): boolean {
  return BOOK_NAME.test(name);
}

/** A folder whose books have not been counted. */
export function uncountedEntry({ name, absolutePath, readable }: FoundFolder): FolderEntry {
  return { name, path: absolutePath, isDirectory: true, isReadable: readable, bookCount: 0 };
}

/** A folder with the number of book files directly inside, up to 1,000. */
export async function countedEntry(folder: FoundFolder, signal: AbortSignal): Promise<FolderEntry> {
  const entry = uncountedEntry(folder);
  if (!folder.readable) return entry;
  const bookCount = await countBookFiles(folder.absolutePath, { isBook: isBookName, limit: MAX_COUNT, signal });
  return { ...entry, bookCount };
}
