import { setTimeout as wait } from 'node:timers/promises';

/** How often another user asks. */
const EVERY_MS = 5;

/**
 * Does something, and meanwhile asks for what costs nothing, again and again.
 * @param url of a server
 * @returns what came of it, and the longest that one of these questions took: so long the server answered nobody
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
