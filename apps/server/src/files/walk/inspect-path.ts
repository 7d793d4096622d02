import { access, constants, stat } from 'node:fs/promises';

/** State of a file or folder. */
interface PathState {
  readonly isFolder: boolean;
  /** Whether this process may write the file, or create files in the folder. */
  readonly isWritable: boolean;
  /** Permission bits; 0 on Windows. */
  readonly mode: number;
  readonly owner: number;
  readonly bytes: number;
}

const RIGHTS = 0o777;

/** The state of a path; undefined when it is missing. */
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
