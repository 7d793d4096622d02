import { useSyncExternalStore } from 'react';

function watch(listener: () => void): () => void {
  document.addEventListener('fullscreenchange', listener);
  return () => document.removeEventListener('fullscreenchange', listener);
}

/** Shows the whole page without the browser around it, or ends that. Refused requests change nothing. */
export function toggleFullscreen(): void {
  const change =
    document.fullscreenElement === null ? document.documentElement.requestFullscreen() : document.exitFullscreen();
  change.catch(() => undefined);
}

export function useIsFullscreen(): boolean {
  return useSyncExternalStore(watch, () => document.fullscreenElement !== null);
}
