import { type Dirent, lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { excludedBy } from './exclude-patterns.ts';
import type { FoundFile, WalkMessage, WalkOptions } from './walk.ts';

/** Files handed over at a time. */
const BATCH = 500;

/** Folders that systems and tools leave beside books. */
const JUNK = new Set([
  '__macosx',
  '@eadir',
  '#recycle',
  '$recycle.bin',
  'system volume information',
  'lost+found',
  'thumbs.db',
  'desktop.ini',
]);

/** A name that is no valid UTF-8 comes with this in it, and cannot be opened by that name. */
const UNDECODABLE = '\u{FFFD}';

interface Walk {
  readonly root: string;
  readonly isExcluded: (name: string, path: string) => boolean;
  readonly isBook: (name: string) => boolean;
  readonly send: (message: WalkMessage) => void;
  files: FoundFile[];
  unreadable: string[];
}

function flush(walk: Walk): void {
  if (walk.files.length === 0 && walk.unreadable.length === 0) return;
  walk.send({ kind: 'batch', batch: { files: walk.files, unreadable: walk.unreadable } });
  walk.files = [];
  walk.unreadable = [];
}

function list(walk: Walk, folder: string): Dirent[] {
  try {
    return readdirSync(join(walk.root, folder), { withFileTypes: true });
  } catch {
    walk.unreadable.push(folder);
    return [];
  }
}

function look(walk: Walk, path: string): void {
  try {
    const stats = lstatSync(join(walk.root, path));
    if (!stats.isFile()) return;
    walk.files.push({ path, size: stats.size, modifiedAt: Math.floor(stats.mtimeMs) });
    if (walk.files.length >= BATCH) flush(walk);
  } catch (error) {
    // Deleted since the folder was listed: it is simply not there. Anything else leaves it unknown.
    const gone = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    if (!gone) walk.unreadable.push(path);
  }
}

/** Some file systems do not tell the type with the name. */
function isFolder(walk: Walk, entry: Dirent, path: string): boolean {
  if (entry.isDirectory()) return true;
  if (entry.isFile() || entry.isSymbolicLink()) return false;
  return lstatSync(join(walk.root, path), { throwIfNoEntry: false })?.isDirectory() === true;
}

function walkFolder(walk: Walk, folder: string): string[] {
  const folders: string[] = [];
  for (const entry of list(walk, folder)) {
    const { name } = entry;
    const path = folder === '' ? name : `${folder}/${name}`;
    if (name.startsWith('.') || JUNK.has(name.toLowerCase()) || walk.isExcluded(name, path)) continue;
    if (name.includes(UNDECODABLE)) walk.unreadable.push(path);
    else if (isFolder(walk, entry, path)) folders.push(path);
    else if (!entry.isSymbolicLink() && walk.isBook(name)) look(walk, path);
  }
  return folders;
}

function run(root: string, options: WalkOptions, send: (message: WalkMessage) => void): void {
  const extensions = new Set(options.extensions);
  const walk: Walk = {
    root,
    isExcluded: excludedBy(options.excludedPatterns),
    isBook: (name) => extensions.has(name.slice(name.lastIndexOf('.') + 1).toLowerCase()) && name.includes('.'),
    send,
    files: [],
    unreadable: [],
  };
  // A list of its own instead of recursion: no depth of folders can end the walk.
  const waiting = [''];
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    waiting.push(...walkFolder(walk, folder).reverse());
  }
  flush(walk);
  send({ kind: 'done' });
}

if (parentPort !== null) {
  const port = parentPort;
  const { root, ...options } = workerData as WalkOptions & { readonly root: string };
  run(root, options, (message) => port.postMessage(message));
}
