import type { ServerProcess } from './server-process.ts';

/** Milliseconds of each request, in sequence. */
export async function timeEach(
  server: ServerProcess,
  requests: readonly { readonly path: string; readonly method?: string; readonly body?: unknown }[],
): Promise<number[]> {
  const times: number[] = [];
  for (const { path, ...init } of requests) {
    const begin = performance.now();
    await server.json(path, init);
    times.push(performance.now() - begin);
  }
  return times;
}
