const PREFIX = 'lectern.';

/** Reads a value kept in this browser; undefined when there is none, or storage is closed to us, or it is not JSON. */
export function readStored(key: string): unknown {
  try {
    const text = localStorage.getItem(PREFIX + key);
    return text === null ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Keeps a JSON value in this browser; a full or closed storage loses it silently, since nothing depends on it. */
export function writeStored(key: string, value: unknown): void {
  try {
    localStorage.setItem(PREFIX + key, JSON.stringify(value));
  } catch {
    // the choice lasts until the page is left
  }
}

/** Forgets a value kept in this browser. */
export function removeStored(key: string): void {
  try {
    localStorage.removeItem(PREFIX + key);
  } catch {
    // nothing could be kept either
  }
}

/**
 * Calls `listen` with the key, as `writeStored` takes it, of a value that another tab of this browser wrote.
 * Returns the way to stop.
 */
export function watchStored(listen: (key: string) => void): () => void {
  const handle = ({ key }: StorageEvent) => {
    if (key?.startsWith(PREFIX) === true) listen(key.slice(PREFIX.length));
  };
  addEventListener('storage', handle);
  return () => removeEventListener('storage', handle);
}
