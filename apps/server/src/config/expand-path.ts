import { homedir } from 'node:os';
import { join, resolve } from 'node:path';

/** An absolute path: a leading `~` is the home folder, and a relative path counts from the current folder. */
export function expandPath(path: string): string {
  return resolve(path === '~' || path.startsWith('~/') ? join(homedir(), path.slice(1)) : path);
}
