import { homedir } from 'node:os';
import { basename, dirname, isAbsolute, join, normalize, resolve } from 'node:path';
import { type Drive, type FolderListing, formatByName } from '@lectern/contract';
import type { z } from 'zod';
import type { Config } from '#config/schema.ts';
import { AppError } from '#core/errors.ts';
import { isAllowed } from '#files/walk/allowed-roots.ts';
import {
  countBookFiles,
  type FolderProblem,
  type FoundFolder,
  isListableFolder,
  listFolders,
} from '#files/walk/list-folders.ts';
import { say } from '#words/say.ts';

type FolderEntry = FolderListing['entries'][number];
const MAX_COUNT = 1_000;
const MAX_FOLDERS = 2_000;
/** Enough to tell whether a folder is a shelf. */
const FEW_FOLDERS = 60;

const isBookName = (name: string): boolean => formatByName(name) !== undefined;
function uncountedEntry({ name, absolutePath, readable }: FoundFolder): FolderEntry {
  return { name, path: absolutePath, isDirectory: true, isReadable: readable, bookCount: 0 };
}
/** A folder with the number of book files in it and below it, up to 1,000, as far as the time goes. */
async function countedEntry(folder: FoundFolder, signal: AbortSignal): Promise<FolderEntry> {
  const entry = uncountedEntry(folder);
  if (!folder.readable) return entry;
  const bookCount = await countBookFiles(folder.absolutePath, {
    ...{ isBook: isBookName, limit: MAX_COUNT, maxFolders: MAX_FOLDERS, signal },
  });
  return { ...entry, bookCount };
}

const HOME_FOLDERS = ['Comics', 'comics', 'Manga', 'manga', 'Books', 'books', 'eBooks', 'Documents', 'Downloads'];
const ROOT_FOLDERS = ['/books', '/comics', '/manga', '/library', '/libraries', '/data', '/srv'];
const MOUNT_FOLDERS = ['/media', '/mnt', '/Volumes'];

const MAX_SUGGESTIONS = 8;
/** A hanging mount must not block the picker. */
const TIME_LIMIT_MS = 1_500;

async function holdsBooks(root: string, signal: AbortSignal): Promise<boolean> {
  return (await countBookFiles(root, { isBook: isBookName, limit: 1, maxFolders: FEW_FOLDERS, signal })) > 0;
}

async function candidates(roots: readonly string[], signal: AbortSignal): Promise<string[]> {
  const home = homedir();
  const paths = [...roots, ...ROOT_FOLDERS, ...HOME_FOLDERS.map((name) => join(home, name))];
  for (const mount of MOUNT_FOLDERS) {
    const inside = await listFolders(mount, signal);
    if (inside.ok) paths.push(...inside.folders.map((found) => found.absolutePath));
  }
  return paths;
}

async function collect(roots: readonly string[], found: FolderEntry[], signal: AbortSignal): Promise<void> {
  // One at a time, so that a hanging mount blocks one call only.
  for (const path of new Set(await candidates(roots, signal))) {
    if (found.length >= MAX_SUGGESTIONS) return;
    if (!(await isAllowed(roots, path)) || !(await isListableFolder(path)) || !(await holdsBooks(path, signal)))
      continue;
    found.push(await countedEntry({ name: basename(path), absolutePath: path, readable: true }, signal));
  }
}

/**
 * Likely folders with books, as many as are found within the time limit.
 * @param roots limit the search, if there are any
 */
async function suggestFolders(roots: readonly string[], signal: AbortSignal): Promise<FolderEntry[]> {
  const late = AbortSignal.timeout(TIME_LIMIT_MS);
  const found: FolderEntry[] = [];
  const over = new Promise<void>((resolve) => {
    late.addEventListener('abort', () => resolve(), { once: true });
  });
  const collecting = collect(roots, found, AbortSignal.any([signal, late])).catch((error: unknown) => {
    if (!late.aborted) throw error;
  });
  await Promise.race([collecting, over]);
  return [...found];
}

interface BrowseContext {
  readonly config: Pick<Config, 'files'>;
}

const COUNTS_AT_ONCE = 8;
/** Afterwards the folders are shown with what was counted: a slow network share must not block the picker. */
const COUNT_LIMIT_MS = 2_000;

const names = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

function problemWith(path: string, problem: FolderProblem): AppError {
  switch (problem) {
    case 'missing':
      return new AppError('NotFound', `Folder "${path}" not found`);
    case 'not-a-folder':
      return new AppError('BadRequest', say('"{path}" is not a folder', { path }));
    case 'unreadable':
      return new AppError('BadRequest', say('The folder "{path}" cannot be read', { path }));
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

/** Refuses paths outside of the configured roots, whether they exist or not. @throws {AppError} `Forbidden` */
async function checkAllowed(roots: readonly string[], path: string): Promise<void> {
  if (await isAllowed(roots, path)) return;
  const allowed = roots.map((root) => `"${root}"`).join(', ');
  throw new AppError(
    'Forbidden',
    say('"{path}" is outside the folders that the configuration allows: {allowed}', { path, allowed }),
  );
}

async function startFolder(roots: readonly string[]): Promise<string> {
  const home = homedir();
  return (await isAllowed(roots, home)) ? home : (roots[0] ?? home);
}

/** Folders inside the roots; links may lead out of them. */
async function onlyAllowed(roots: readonly string[], folders: readonly FoundFolder[]): Promise<FoundFolder[]> {
  if (roots.length === 0) return [...folders];
  const allowed = await Promise.all(folders.map(async ({ absolutePath }) => isAllowed(roots, absolutePath)));
  return folders.filter((_, index) => allowed[index] === true);
}

/**
 * Lists the folders inside a folder of the server, for choosing a library. Files are only counted. Configured roots limit it.
 * @param path absolute; without it the home folder with suggestions
 * @throws {AppError} `Forbidden` outside of the roots, `NotFound`, or `BadRequest` for a relative path, a file or an unreadable
 *   folder
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
    throw new AppError('BadRequest', say('"{path}" is not an absolute path', { path: wanted }));
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

function usualPlaces(): readonly { readonly name: string; readonly path: string }[] {
  if (process.platform === 'win32') {
    return Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ', (letter) => ({ name: `${letter}:`, path: `${letter}:\\` }));
  }
  return [
    { name: 'Root', path: '/' },
    { name: 'Home', path: homedir() },
    { name: 'Mounts', path: '/mnt' },
    { name: 'Media', path: '/media' },
    { name: 'Volumes', path: '/Volumes' },
  ];
}

/** Starting points: the configured roots, else drive letters on Windows or common folders. */
export async function listDrives({ config }: BrowseContext): Promise<z.infer<typeof Drive>[]> {
  const { roots } = config.files;
  const isWalled = roots.length > 0;
  const places = isWalled
    ? roots.map((path) => ({ name: basename(path) === '' ? path : basename(path), path }))
    : usualPlaces();
  const found = await Promise.all(places.map(async (place) => ({ place, there: await isListableFolder(place.path) })));
  // An unreadable configured root is shown as such; a missing common folder is left out.
  return found
    .filter(({ there }) => there || isWalled)
    .map(({ place, there }) => ({ ...place, isDirectory: true as const, isReadable: there }));
}
