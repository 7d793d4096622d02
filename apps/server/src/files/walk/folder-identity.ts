import { realpath, stat } from 'node:fs/promises';
import { dirname, resolve, sep } from 'node:path';

/** Identity of a folder, independent of the path used to reach it. */
export interface FolderIdentity {
  /** Links resolved where possible; lower case where the system ignores case. */
  readonly realPath: string;
  /** Device and inode of the folder and its ancestors, itself first; empty when unreadable. */
  readonly lineage: readonly string[];
}

const IGNORES_CASE = process.platform === 'win32' || process.platform === 'darwin';

async function findInodeId(path: string): Promise<string | undefined> {
  try {
    const { dev, ino } = await stat(path, { bigint: true });
    // Some network file systems have no inodes.
    return ino === 0n ? undefined : `${String(dev)}:${String(ino)}`;
  } catch {
    return undefined;
  }
}

/** Identifies a folder, which may be missing. */
export async function identifyFolder(absolutePath: string): Promise<FolderIdentity> {
  const found = await realpath(absolutePath).catch(() => resolve(absolutePath));
  const lineage: string[] = [];
  for (let path = found; ; path = dirname(path)) {
    const id = await findInodeId(path);
    if (id === undefined) break;
    lineage.push(id);
    if (dirname(path) === path) break;
  }
  return { realPath: IGNORES_CASE ? found.toLowerCase() : found, lineage };
}

function holds(outer: FolderIdentity, inner: FolderIdentity): boolean {
  const root = outer.realPath.endsWith(sep) ? outer.realPath : outer.realPath + sep;
  if (inner.realPath.startsWith(root)) return true;
  const [self] = outer.lineage;
  return self !== undefined && inner.lineage.includes(self);
}

/** How `one` lies relative to `other`; undefined when unrelated. */
export function relateFolders(one: FolderIdentity, other: FolderIdentity): 'same' | 'inside' | 'around' | undefined {
  const inside = holds(other, one);
  const around = holds(one, other);
  if (one.realPath === other.realPath || (inside && around)) return 'same';
  if (inside) return 'inside';
  return around ? 'around' : undefined;
}
