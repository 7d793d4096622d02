import { Agent, request } from 'node:http';

/** Result of a burst of requests. */
export interface LoadResult {
  readonly requests: number;
  /** Milliseconds of each request. */
  readonly latencies: readonly number[];
  readonly seconds: number;
  readonly bytes: number;
}

function once(url: string, agent: Agent, headers: Readonly<Record<string, string>>): Promise<number> {
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { agent, headers }, (response) => {
      let bytes = 0;
      response.on('data', (chunk: Buffer) => (bytes += chunk.length));
      response.on('error', reject);
      response.on('end', () => {
        if (response.statusCode === 200) resolve(bytes);
        else reject(new Error(`${url} answered ${String(response.statusCode)}`));
      });
    });
    outgoing.on('error', reject);
    outgoing.end();
  });
}

/** Keep-alive connections; the caller destroys them. */
export function newConnections(count: number): Agent {
  return new Agent({ keepAlive: true, maxSockets: count });
}

/**
 * Requests `urls` in turn over `connections` keep-alive connections, `requests` times.
 * @throws when a response is not 200
 */
export async function load(
  urls: readonly string[],
  options: {
    readonly requests: number;
    readonly connections: number;
    readonly headers?: Readonly<Record<string, string>>;
    /** Reuses open connections; without it, new ones are opened and closed. */
    readonly agent?: Agent;
  },
): Promise<LoadResult> {
  const agent = options.agent ?? newConnections(options.connections);
  const latencies: number[] = [];
  let next = 0;
  let bytes = 0;
  const start = performance.now();
  const worker = async (): Promise<void> => {
    while (next < options.requests) {
      const url = urls[next % urls.length] ?? '';
      next += 1;
      const begin = performance.now();
      bytes += await once(url, agent, options.headers ?? {});
      latencies.push(performance.now() - begin);
    }
  };
  await Promise.all(Array.from({ length: options.connections }, worker));
  if (options.agent === undefined) agent.destroy();
  return { requests: latencies.length, latencies, seconds: (performance.now() - start) / 1000, bytes };
}
