import type { Client } from './client.ts';

/** An open stream of events, read piece by piece. */
export interface OpenEventStream {
  readonly response: Response;
  /** Reads on until `wanted` has come, and gives everything that came. */
  readonly until: (wanted: string) => Promise<string>;
  /** Resolves with everything that came when the server has ended the stream. */
  readonly ended: () => Promise<string>;
  readonly close: () => Promise<void>;
}

/** Opens a stream, and waits for its first bytes: whatever is told from now on comes. */
export async function openEventStream(
  client: Pick<Client, 'fetch'>,
  path: string,
  headers: Readonly<Record<string, string>> = {},
  greeting = 'retry:',
): Promise<OpenEventStream> {
  const response = await client.fetch(path, { headers: { accept: 'text/event-stream', ...headers } });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  if (response.status !== 200 || reader === undefined) throw new Error(`Expected a stream, found ${response.status}`);
  let seen = '';
  const until = async (wanted: string): Promise<string> => {
    while (!seen.includes(wanted)) {
      const { value, done } = await reader.read();
      if (done) throw new Error(`The stream ended before "${wanted}" came, after "${seen}"`);
      seen += value;
    }
    return seen;
  };
  await until(greeting);
  return {
    response,
    until,
    ended: async () => {
      for (;;) {
        const { value, done } = await reader.read();
        if (done) return seen;
        seen += value;
      }
    },
    close: async () => reader.cancel(),
  };
}
