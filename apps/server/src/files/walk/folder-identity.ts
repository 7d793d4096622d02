import { access, constants, realpath, stat } from 'node:fs/promises';
import { dirname, resolve, sep } from 'node:path';

/** What the system says of a file or folder. */
interface PathState {
  readonly isFolder: boolean;
  /** Whether this process may put something into it, or write it. */
  readonly isWritable: boolean;
  /** Rights as in `chmod`; 0 where there are none, as on Windows. */
  readonly mode: number;
  readonly owner: number;
  readonly bytes: number;
}

const RIGHTS = 0o777;

/** Looks at a file or folder without touching it; undefined when it is not there. */
export async function inspectPath(absolutePath: string): Promise<PathState | undefined> {
  const stats = await stat(absolutePath).catch(() => undefined);
  if (stats === undefined) return undefined;
  const right = stats.isDirectory() ? constants.W_OK | constants.X_OK : constants.W_OK;
  const isWritable = await access(absolutePath, right).then(
    () => true,
    () => false,
  );
  const mode = process.platform === 'win32' ? 0 : stats.mode & RIGHTS;
  return { isFolder: stats.isDirectory(), isWritable, mode, owner: stats.uid, bytes: stats.size };
}

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
