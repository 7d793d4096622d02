import { useEffect } from 'react';
import type { Publication } from './publication.ts';

/** Asks for the chapter after the one that is shown, so that the server and the browser have it when the reader turns. */
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
