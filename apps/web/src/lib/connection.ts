import { createStore } from './store.ts';

/** Server reachability, and the last contact in epoch milliseconds. */
export interface Connection {
  readonly away: boolean;
  readonly lastContactAt: number;
}

/** Current reachability. */
export const connectionStore = createStore<Connection>({ away: false, lastContactAt: Date.now() });

/** Marks the server as reachable. */
export function markReachable(): void {
  const { away } = connectionStore.get();
  if (away) connectionStore.set({ away: false, lastContactAt: Date.now() });
}

/** Marks the server as unreachable. */
export function markUnreachable(): void {
  const { away } = connectionStore.get();
  if (!away) connectionStore.set({ away: true, lastContactAt: Date.now() });
}

/** Whether a service worker answers the requests of this page. */
export function isControlled(): boolean {
  return 'serviceWorker' in navigator && navigator.serviceWorker.controller !== null;
}
