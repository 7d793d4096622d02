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
