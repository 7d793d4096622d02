const listeners = new Set<() => void>();

/** Tells the queue of this page that there may be something to fetch. */
export function wakeQueue(): void {
  for (const listen of listeners) listen();
}

/** Returns the unsubscribe function. */
export function watchWakes(listen: () => void): () => void {
  listeners.add(listen);
  return () => listeners.delete(listen);
}
