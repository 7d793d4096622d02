const PREFIX = 'lectern.';

/** Undefined for a missing or invalid value, or without access to storage. */
export function readStored(key: string): unknown {
  try {
    const text = localStorage.getItem(PREFIX + key);
    return text === null ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Writes JSON; errors of a full or blocked storage are ignored, since every value is optional. */
export function writeStored(key: string, value: unknown): void {
  try {
    localStorage.setItem(PREFIX + key, JSON.stringify(value));
  } catch {
    // the value lasts until the page closes
  }
}

/** Removes a value from local storage. */
export function removeStored(key: string): void {
  try {
    localStorage.removeItem(PREFIX + key);
  } catch {
    // nothing was stored either
  }
}

/** Calls `listen` with the key of a value another tab wrote; returns the unsubscribe function. */
export function watchStored(listen: (key: string) => void): () => void {
  const handle = ({ key }: StorageEvent) => {
    if (key?.startsWith(PREFIX) === true) listen(key.slice(PREFIX.length));
  };
  addEventListener('storage', handle);
  return () => removeEventListener('storage', handle);
}
