import { load } from './load.ts';
import { cpuSeconds, median } from './measure.ts';
import type { ServerProcess } from './server-process.ts';

/** A server of pages. */
export interface PageSource {
  readonly pids: readonly number[];
  readonly urls: readonly string[];
  readonly headers?: Readonly<Record<string, string>>;
}

export const RUNS = 15;
const CONNECTIONS = 16;
/** Bursts before the first measurement, for the JIT compiler. */
const WARM_UPS = 12;

async function microsecondsARequest({ pids, urls, headers = {} }: PageSource, requests: number): Promise<number> {
  const spent = (): number => pids.reduce((sum, pid) => sum + cpuSeconds(pid), 0);
  const before = spent();
  await load(urls, { requests, connections: CONNECTIONS, headers });
  return ((spent() - before) / requests) * 1e6;
}

/**
 * CPU microseconds per page of each source: the median of alternating runs.
 * @param requests in each run
 */
export async function pageCosts(sources: readonly PageSource[], requests = 2_000): Promise<number[]> {
  const costs = sources.map((): number[] => []);
  for (let run = 0; run < WARM_UPS + RUNS; run += 1) {
    for (const [index, source] of sources.entries()) {
      const cost = await microsecondsARequest(source, requests);
      if (run >= WARM_UPS) costs[index]?.push(cost);
    }
  }
  return costs.map(median);
}

/** Addresses of all pages of a server's first book. */
export async function pageAddresses(server: ServerProcess): Promise<string[]> {
  const books = await server.json<{ data: { id: string; pageCount: number }[] }>('/books?pageSize=1');
  const book = books.data[0];
  if (book === undefined || book.pageCount === 0) throw new Error('The book was not analysed');
  return plainAddresses(`${server.url}/api/v1/books/${book.id}/pages`, book.pageCount);
}

/** `url/1`, `url/2` and so on. */
export function plainAddresses(url: string, pages: number): string[] {
  return Array.from({ length: pages }, (_, index) => `${url}/${String(index + 1)}`);
}
