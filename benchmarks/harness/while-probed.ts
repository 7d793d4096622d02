import { setTimeout as wait } from 'node:timers/promises';

/** Interval of probes. */
const EVERY_MS = 5;

/**
 * Runs work and meanwhile probes with a cheap request.
 * @param url of a server
 * @returns the result, and the longest probe: the time the server was blocked
 */
export async function whileProbed<Result>(
  url: string,
  work: () => Promise<Result>,
): Promise<{ readonly result: Result; readonly worstMs: number }> {
  const done = new AbortController();
  let worstMs = 0;
  const probe = async (): Promise<void> => {
    while (!done.signal.aborted) {
      const begin = performance.now();
      await (await fetch(`${url}/health`)).text();
      worstMs = Math.max(worstMs, performance.now() - begin);
      await wait(EVERY_MS);
    }
  };
  const probing = probe();
  const result = await work();
  done.abort();
  await probing;
  return { result, worstMs };
}
