import { type Dirent, lstatSync, statSync } from 'node:fs';
import { parentPort } from 'node:worker_threads';
import { compileExcludePatterns } from './exclude-patterns.ts';
import { mayBeSidecar, planSidecars, type SidecarFile, type SidecarPlan } from './sidecars.ts';
import { listInsideNow } from '../opening/list-inside.ts';
import { isAbsence } from '../opening/system-errors.ts';
import { getFolder, getName, joinPath } from './relative-paths.ts';
import { type LinkTarget, WalkLinks } from './walk-links.ts';
import { packFiles } from './pack-files.ts';
import type { FoundFile, FoundFolder, WalkMessage, WalkOptions, WalkRequest } from './walk.ts';
import { isJunk } from './junk.ts';

const BATCH = 500;

const NO_SIDECARS: SidecarPlan = { books: new Map(), folder: {} };

/** Appears in a name that is not valid UTF-8, which cannot be opened by that name. */
const UNDECODABLE = '\u{FFFD}';

type Send = (message: WalkMessage, transfer?: readonly ArrayBuffer[]) => void;

interface Walk {
  readonly root: string;
  readonly isExcluded: (name: string, path: string) => boolean;
  readonly isBook: (name: string) => boolean;
  readonly send: Send;
  readonly links: WalkLinks;
  files: FoundFile[];
  folders: FoundFolder[];
  unreadable: string[];
  /** Links that were skipped because only some folders are walked; undefined when links are followed. */
  unfollowed: string[] | undefined;
}

function flush(walk: Walk): void {
  const { files, folders, unreadable, unfollowed: links = [] } = walk;
  if (files.length + folders.length + unreadable.length + links.length === 0) return;
  const packed = packFiles(files);
  walk.send({ kind: 'batch', batch: { files: packed, folders, unreadable, links } }, [packed.numbers.buffer]);
  if (walk.unfollowed !== undefined) walk.unfollowed = [];
  walk.files = [];
  walk.folders = [];
  walk.unreadable = [];
}

/** Joined by hand, for speed: the parts are clean and very many. */
function at({ root }: Walk, path: string): string {
  return path === '' ? root : `${root}/${path}`;
}

function list(walk: Walk, folder: string): Dirent[] {
  try {
    // The folder may have been swapped for a link since it was found.
    return listInsideNow(at(walk, folder), (realPath) => walk.links.mayLieAt(realPath));
  } catch (error) {
    // A requested folder may be gone with its content; the root must exist.
    if (folder === '' || !isAbsence(error)) walk.unreadable.push(folder);
    return [];
  }
}

/** State of a file: undefined when it is gone or no file, null when unreadable. */
function readState(walk: Walk, path: string): Omit<FoundFile, 'path'> | undefined | null {
  try {
    // A link that comes this far is followed.
    const stats = statSync(at(walk, path));
    return stats.isFile() ? { size: stats.size, modifiedAt: Math.floor(stats.mtimeMs) } : undefined;
  } catch (error) {
    // Deleted since the listing. After any other error the file counts as unknown.
    if (isAbsence(error)) return undefined;
    walk.unreadable.push(path);
    return null;
  }
}

/** Reads the state of sidecars of one folder, each once, however many books it belongs to. */
function createStateReader(walk: Walk, folder: string): (name: string) => SidecarFile | undefined | null {
  const seen = new Map<string, SidecarFile | undefined | null>();
  return (name) => {
    if (!seen.has(name)) {
      const state = readState(walk, joinPath(folder, name));
      seen.set(name, state === undefined || state === null ? state : { name, ...state });
    }
    return seen.get(name);
  };
}

/** Describes the existing sidecars as one text; null for none, undefined when one is unreadable. */
function describeSidecars(
  names: Readonly<Record<string, string | undefined>>,
  lookAt: (name: string) => SidecarFile | undefined | null,
): string | null | undefined {
  const found: Record<string, SidecarFile> = {};
  for (const [use, name] of Object.entries(names)) {
    const file = name === undefined ? undefined : lookAt(name);
    if (file === null) return undefined;
    if (file !== undefined) found[use] = file;
  }
  return Object.keys(found).length === 0 ? null : JSON.stringify(found);
}

/** Reads the states of a folder's books and sidecars. */
function readFiles(walk: Walk, folder: string, books: readonly string[], others: readonly string[]): void {
  const plan = others.length === 0 ? NO_SIDECARS : planSidecars(books, others);
  const lookAt = createStateReader(walk, folder);
  for (const name of books) {
    const path = joinPath(folder, name);
    const state = readState(walk, path);
    if (state === undefined || state === null) continue;
    const planned = plan.books.get(name);
    const sidecars = planned === undefined ? null : describeSidecars(planned, lookAt);
    walk.files.push({ path, ...state, ...(sidecars === undefined ? {} : { sidecars }) });
    if (walk.files.length >= BATCH) flush(walk);
  }
  const describeFile = (name: string | undefined): string | null => {
    const file = name === undefined ? undefined : lookAt(name);
    return file === undefined || file === null ? null : JSON.stringify(file);
  };
  const seriesJson = describeFile(plan.folder.seriesJson);
  const cover = describeFile(plan.folder.cover);
  if (seriesJson !== null || cover !== null) walk.folders.push({ path: folder, seriesJson, cover });
}

/** Some file systems list names without types. */
function isFolder(walk: Walk, entry: Dirent, path: string): boolean {
  if (entry.isDirectory()) return true;
  if (entry.isFile()) return false;
  return lstatSync(at(walk, path), { throwIfNoEntry: false })?.isDirectory() === true;
}

/** Whether a path is walked under its own name: no step of it is excluded. */
function isWalked(isExcluded: Walk['isExcluded'], path: string): boolean {
  return path.split('/').every((name, index, steps) => {
    const step = steps.slice(0, index + 1).join('/');
    return !isJunk(name) && !isExcluded(name, step);
  });
}

/**
 * The target of a link, if it is followed. A partial walk follows none: it does not know other links to the same place.
 */
function followLink(walk: Walk, path: string): LinkTarget {
  if (walk.unfollowed === undefined) return walk.links.follow(path);
  if (walk.links.isOpen(path)) walk.unfollowed.push(path);
  return undefined;
}

/** The kind of an entry; undefined when it is neither or not followed. */
function findKind(walk: Walk, entry: Dirent, path: string): 'folder' | 'file' | undefined {
  if (!entry.isSymbolicLink() && !isFolder(walk, entry, path)) return 'file';
  const target = entry.isSymbolicLink() ? followLink(walk, path) : walk.links.enter(path);
  if (target === 'unknown') walk.unreadable.push(path);
  return target === 'folder' || target === 'file' ? target : undefined;
}

function walkFolder(walk: Walk, folder: string): string[] {
  const folders: string[] = [];
  const books: string[] = [];
  const others: string[] = [];
  for (const entry of list(walk, folder)) {
    const { name } = entry;
    const path = joinPath(folder, name);
    if (isJunk(name) || walk.isExcluded(name, path)) continue;
    if (name.includes(UNDECODABLE)) {
      walk.unreadable.push(path);
      continue;
    }
    const kind = findKind(walk, entry, path);
    if (kind === 'folder') folders.push(path);
    else if (kind === 'file' && walk.isBook(name)) books.push(name);
    // A sidecar behind a link is ignored.
    else if (kind === 'file' && !entry.isSymbolicLink() && mayBeSidecar(name)) others.push(name);
  }
  if (books.length + others.length > 0) readFiles(walk, folder, books, others);
  return folders;
}

/** The requested folder; undefined when a full walk excludes it, or a link leads to it. */
function folderToWalk(walk: Walk, below: string): string | undefined {
  if (!isWalked(walk.isExcluded, below)) return undefined;
  const steps = below.split('/').map((_, index, names) => names.slice(0, index + 1).join('/'));
  const link = steps.find((path) => lstatSync(at(walk, path), { throwIfNoEntry: false })?.isSymbolicLink() === true);
  if (link === undefined) return below;
  walk.unfollowed?.push(link);
  return undefined;
}

/** The next folder behind a link out of the root, after everything else. */
function nextLinkOut(walk: Walk): string | undefined {
  for (let path = walk.links.takeOut(); path !== undefined; path = walk.links.takeOut()) {
    const target = walk.links.enter(path);
    if (target === 'folder') return path;
    if (target === 'unknown') walk.unreadable.push(path);
    if (target === 'file' && walk.isBook(getName(path))) readFiles(walk, getFolder(path), [getName(path)], []);
  }
  return undefined;
}

function run(root: string, options: WalkOptions, send: Send): void {
  const extensions = new Set(options.extensions);
  const isExcluded = compileExcludePatterns(options.excludedPatterns);
  const walk: Walk = {
    root,
    isExcluded,
    isBook: (name) => extensions.has(name.slice(name.lastIndexOf('.') + 1).toLowerCase()) && name.includes('.'),
    send,
    links: new WalkLinks(root, options.linksOut?.notInto, (path) => isWalked(isExcluded, path)),
    files: [],
    folders: [],
    unreadable: [],
    unfollowed: options.below === undefined ? undefined : [],
  };
  // A stack instead of recursion: folders may be nested arbitrarily deep.
  const asked = options.below?.map((folder) => folderToWalk(walk, folder)) ?? [''];
  const waiting = asked.filter((folder) => folder !== undefined).reverse();
  const next = (): string | undefined => waiting.pop() ?? nextLinkOut(walk);
  for (let folder = next(); folder !== undefined; folder = next()) {
    waiting.push(...walkFolder(walk, folder).reverse());
  }
  flush(walk);
  send({ kind: 'done' });
}

if (parentPort !== null) {
  const port = parentPort;
  port.on('message', ({ root, options }: WalkRequest) => {
    run(root, options, (message, transfer) => port.postMessage(message, transfer));
  });
}
