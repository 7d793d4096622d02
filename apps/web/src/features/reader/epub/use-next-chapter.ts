import { useEffect } from 'react';
import type { Publication } from './publication.ts';

/** Prefetches the next chapter into the server's and the browser's cache. */
export function useNextChapter({ chapters }: Publication, shown: number | undefined): void {
  const address = shown === undefined ? undefined : chapters[shown + 1]?.address;
  useEffect(() => {
    if (address === undefined) return undefined;
    const stop = new AbortController();
    fetch(address, { signal: stop.signal, priority: 'low' })
      .then(async (response) => response.arrayBuffer())
      .catch(() => undefined);
    return () => stop.abort();
  }, [address]);
}
