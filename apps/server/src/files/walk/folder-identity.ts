import { realpath, stat } from 'node:fs/promises';
import { dirname, resolve, sep } from 'node:path';

/** What a folder is, whatever name it was reached by. */
export interface FolderIdentity {
  /** Links resolved; the given path where that is not possible. Folded where names differ in case only. */
  readonly realPath: string;
  /** Device and number of the folder and of every folder above it, itself first; empty when it cannot be looked at. */
  readonly lineage: readonly string[];
}

const IGNORES_CASE = process.platform === 'win32' || process.platform === 'darwin';

async function idOf(path: string): Promise<string | undefined> {
  try {
    const { dev, ino } = await stat(path, { bigint: true });
    // Some network disks number nothing.
    return ino === 0n ? undefined : `${String(dev)}:${String(ino)}`;
  } catch {
    return undefined;
  }
}

/** Looks at a folder, which may be gone. */
export async function identifyFolder(absolutePath: string): Promise<FolderIdentity> {
  const found = await realpath(absolutePath).catch(() => resolve(absolutePath));
  const lineage: string[] = [];
  for (let path = found; ; path = dirname(path)) {
    const id = await idOf(path);
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

/** How one folder lies to another; undefined when they have nothing in common. */
export function relateFolders(one: FolderIdentity, other: FolderIdentity): 'same' | 'inside' | 'around' | undefined {
  const inside = holds(other, one);
  const around = holds(one, other);
  if (one.realPath === other.realPath || (inside && around)) return 'same';
  if (inside) return 'inside';
  return around ? 'around' : undefined;
}
