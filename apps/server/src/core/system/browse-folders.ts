import { homedir } from 'node:os';
import { dirname, isAbsolute, normalize, resolve } from 'node:path';
import type { FolderListing } from '@lectern/contract';
import type { Config } from '#config/schema.ts';
import { isAllowed } from '#files/walk/allowed-roots.ts';
import { type FolderProblem, type FoundFolder, listFolders } from '#files/walk/list-folders.ts';
import { AppError } from '../errors.ts';
import { countedEntry, type FolderEntry, uncountedEntry } from './folder-entry.ts';
import { suggestFolders } from './suggest-folders.ts';

/** What says where people may look. */
export interface BrowseContext {
  readonly config: Pick<Config, 'files'>;
}

/** Folders counted at the same time. */
const COUNTS_AT_ONCE = 8;
/** After this the remaining folders are shown with a count of 0: a slow network share must not hold up the picker. */
const COUNT_LIMIT_MS = 2_000;

const names = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

function problemWith(path: string, problem: FolderProblem): AppError {
  switch (problem) {
    case 'missing':
      return new AppError('NotFound', `Folder "${path}" not found`);
    case 'not-a-folder':
      return new AppError('BadRequest', `"${path}" is not a folder`);
    case 'unreadable':
      return new AppError('BadRequest', `Lectern may not read the folder "${path}"`);
  }
}

async function countedEntries(folders: readonly FoundFolder[], signal: AbortSignal): Promise<FolderEntry[]> {
  const late = AbortSignal.timeout(COUNT_LIMIT_MS);
  const either = AbortSignal.any([signal, late]);
  const isLate = (): boolean => late.aborted;
  const count = async (folder: FoundFolder): Promise<FolderEntry> => {
    if (isLate()) return uncountedEntry(folder);
    try {
      return await countedEntry(folder, either);
    } catch (error) {
      if (!isLate()) throw error;
      return uncountedEntry(folder);
    }
  };
  const entries: FolderEntry[] = [];
  for (let index = 0; index < folders.length; index += COUNTS_AT_ONCE) {
    entries.push(...(await Promise.all(folders.slice(index, index + COUNTS_AT_ONCE).map(count))));
  }
  return entries;
}

/**
 * Where looking at folders may lead.
 * @throws {AppError} `Forbidden` outside of the configured roots, the same whether anything is there or not
 */
async function checkAllowed(roots: readonly string[], path: string): Promise<void> {
  if (await isAllowed(roots, path)) return;
  const allowed = roots.map((root) => `"${root}"`).join(', ');
  throw new AppError('Forbidden', `"${path}" is outside of the folders that the configuration allows: ${allowed}`);
}

/** The home folder, or the first of the roots when that is outside. */
async function startFolder(roots: readonly string[]): Promise<string> {
  const home = homedir();
  return (await isAllowed(roots, home)) ? home : (roots[0] ?? home);
}

/** Folders that may be looked into: links that lead out of the roots are not among them. */
async function onlyAllowed(roots: readonly string[], folders: readonly FoundFolder[]): Promise<FoundFolder[]> {
  if (roots.length === 0) return [...folders];
  const allowed = await Promise.all(folders.map(async ({ absolutePath }) => isAllowed(roots, absolutePath)));
  return folders.filter((_, index) => allowed[index] === true);
}

/**
 * The folders inside a folder of the server, to pick a library from. Files are counted, never listed. Where the configuration
 * names roots, nothing outside of them is shown, links that lead there neither.
 * @param path absolute; when left out the home folder, and then suggestions come too
 * @throws {AppError} `Forbidden` outside of the roots, `NotFound`, or `BadRequest` for a relative path, a file or a folder that
 * may not be read
 */
export async function browseFolders(
  { config }: BrowseContext,
  path: string | undefined,
  signal: AbortSignal,
): Promise<FolderListing> {
  const { roots } = config.files;
  const atStart = path === undefined || path === '';
  const wanted = atStart ? await startFolder(roots) : path;
  if (!isAbsolute(wanted) || wanted.includes('\0')) {
    throw new AppError('BadRequest', `Expected an absolute path, found "${wanted}"`);
  }
  const folder = resolve(normalize(wanted));
  await checkAllowed(roots, folder);
  const [listing, suggestions] = await Promise.all([
    listFolders(folder, signal),
    atStart ? suggestFolders(roots, signal) : [],
  ]);
  if (!listing.ok) throw problemWith(folder, listing.problem);
  const sorted = listing.folders.toSorted((left, right) => names.compare(left.name, right.name));
  const parent = dirname(folder);
  const hasParent = parent !== folder && (await isAllowed(roots, parent));
  return {
    currentPath: folder,
    parentPath: hasParent ? parent : null,
    entries: await countedEntries(await onlyAllowed(roots, sorted), signal),
    isTruncated: listing.isTruncated,
    suggestions,
  };
}
