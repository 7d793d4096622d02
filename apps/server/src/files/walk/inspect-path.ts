import { access, constants, stat } from 'node:fs/promises';

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
