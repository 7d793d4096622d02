import { STORAGE_PREFIX } from '#lib/storage.ts';

const channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel(`${STORAGE_PREFIX}offline`) : undefined;

/** Tells other tabs, or from the service worker all of them, that the database has changed. */
export function tellTabs(): void {
  channel?.postMessage('changed');
}

/** Returns the unsubscribe function. */
export function watchTabs(onChange: () => void): () => void {
  channel?.addEventListener('message', onChange);
  return () => channel?.removeEventListener('message', onChange);
}
