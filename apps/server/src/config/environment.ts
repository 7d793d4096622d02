import { homedir } from 'node:os';
import { join, resolve } from 'node:path';

/** The environment of the process; no other code reads it. Empty variables count as unset. */
export function readEnvironment(): Readonly<Record<string, string>> {
  const entries = Object.entries(process.env).filter(
    (entry): entry is [string, string] => entry[1] !== undefined && entry[1] !== '',
  );
  return Object.fromEntries(entries);
}

/** Makes a path absolute: `~` is the home folder, and a relative path counts from the current folder. */
export function expandPath(path: string): string {
  return resolve(path === '~' || path.startsWith('~/') ? join(homedir(), path.slice(1)) : path);
}
