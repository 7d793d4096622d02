import { BASE_PATH } from './base-path.ts';

/** Servers below different paths of one name share the storage of a browser. */
export const STORAGE_PREFIX = `lectern${BASE_PATH}.`;

/** Undefined for a missing or invalid value, or without access to storage. */
export function readStored(key: string): unknown {
  try {
    const text = localStorage.getItem(STORAGE_PREFIX + key);
    return text === null ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Writes JSON; errors of a full or blocked storage are ignored, since every value is optional. */
export function writeStored(key: string, value: unknown): void {
  try {
    localStorage.setItem(STORAGE_PREFIX + key, JSON.stringify(value));
  } catch {
    // the value lasts until the page closes
  }
}

/** Removes a value from local storage. */
export function removeStored(key: string): void {
  try {
    localStorage.removeItem(STORAGE_PREFIX + key);
  } catch {
    // nothing was stored either
  }
}

/** Calls `listen` with the key of a value another tab wrote; returns the unsubscribe function. */
export function watchStored(listen: (key: string) => void): () => void {
  const handle = ({ key }: StorageEvent) => {
    if (key?.startsWith(STORAGE_PREFIX) === true) listen(key.slice(STORAGE_PREFIX.length));
  };
  addEventListener('storage', handle);
  return () => removeEventListener('storage', handle);
}
