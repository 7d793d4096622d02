import { type Container, type ContainerEntry } from '../container.ts';
import { normalizePath } from './href.ts';

/** Finds the entries of an archive by path. */
export interface EntryIndex {
  /** The entry of this path, else one that differs only in Unicode form or case. */
  readonly find: (path: string) => ContainerEntry | undefined;
  /** Key of an entry: its name without `.`, `..` and doubled slashes. */
  readonly pathOf: (entry: ContainerEntry) => string;
  /** Files in archive order, the first of every path. */
  readonly files: readonly ContainerEntry[];
}

/** Indexes the files of an archive; the first entry of a path counts. */
export function indexEntries(container: Container): EntryIndex {
  const exact = new Map<string, ContainerEntry>();
  const folded = new Map<string, ContainerEntry>();
  const paths = new Map<ContainerEntry, string>();
  for (const entry of container.entries) {
    if (entry.isDirectory) continue;
    const path = normalizePath(entry.name);
    if (path === '' || exact.has(path)) continue;
    exact.set(path, entry);
    paths.set(entry, path);
    const key = foldPath(path);
    if (!folded.has(key)) folded.set(key, entry);
  }
  return {
    find: (path) => exact.get(path) ?? folded.get(foldPath(path)),
    pathOf: (entry) => paths.get(entry) ?? normalizePath(entry.name),
    files: [...paths.keys()],
  };
}

function foldPath(path: string): string {
  return path.normalize('NFC').toLowerCase();
}
