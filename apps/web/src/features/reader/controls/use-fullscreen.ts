import { useSyncExternalStore } from 'react';

function watch(listener: () => void): () => void {
  document.addEventListener('fullscreenchange', listener);
  return () => document.removeEventListener('fullscreenchange', listener);
}

/** Ignores a refusal of the browser. */
export function toggleFullscreen(): void {
  const change =
    document.fullscreenElement === null ? document.documentElement.requestFullscreen() : document.exitFullscreen();
  change.catch(() => undefined);
}

export function useIsFullscreen(): boolean {
  return useSyncExternalStore(watch, () => document.fullscreenElement !== null);
}
