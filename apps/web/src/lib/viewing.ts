import { createStore } from './store.ts';
import { STORAGE_PREFIX, watchStored, writeStored } from './storage.ts';

/** Storage key: when this browser last began or ended a view, for its other tabs. */
const KEY = 'view';

/** How often a change was refused by this page itself, without a request. */
export const refusedStore = createStore(0);

let viewing = false;

/** Whether the admin of this session sees the app as another account does. Then this browser keeps nothing of what it sees. */
export function isViewing(): boolean {
  return viewing;
}

/** Notes whose eyes the session has. During a view the service worker shows no kept books: they are the admin's. */
export function noteViewing(isView: boolean): void {
  viewing = isView;
  // As in `clearSession`. Plain http has no caches.
  if (isView && 'caches' in globalThis) void caches.delete(`${STORAGE_PREFIX}owner`);
}

/** Whether a change of this device alone must not be made, because it would be of the wrong account. The view says so. */
export function isRefusedInView(): boolean {
  if (viewing) refusedStore.set(refusedStore.get() + 1);
  return viewing;
}

/** Tells other tabs that a view began or ended. */
export function tellView(): void {
  writeStored(KEY, Date.now());
}

/** Calls back when another tab begins or ends a view; returns the unsubscribe function. */
export function watchView(onChange: () => void): () => void {
  return watchStored((key) => {
    if (key === KEY) onChange();
  });
}
