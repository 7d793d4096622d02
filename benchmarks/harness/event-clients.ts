import { connect, type Socket } from 'node:net';

/** Many clients of one event stream, on bare sockets to keep their cost low. */
export interface EventClients extends Disposable {
  /** Resolves when every client has received this many more events. */
  readonly received: (count: number) => Promise<void>;
}

const OPEN_AT_ONCE = 50;
/** The name of an event; its data is not counted. */
const MARK = Buffer.from('event: library_updated\n');

function countMarks(bytes: Buffer): number {
  let count = 0;
  for (let at = bytes.indexOf(MARK); at !== -1; at = bytes.indexOf(MARK, at + 1)) count += 1;
  return count;
}

async function openOne(url: URL, headers: string, onEvents: (count: number) => void): Promise<Socket> {
  const socket = connect(Number(url.port), url.hostname);
  socket.write(`GET ${url.pathname} HTTP/1.1\r\nHost: ${url.host}\r\nAccept: text/event-stream\r\n${headers}\r\n`);
  let rest = Buffer.alloc(0);
  await new Promise<void>((resolve, reject) => {
    socket.once('error', reject);
    socket.once('close', () => reject(new Error('The server ended a stream')));
    socket.on('data', (bytes) => {
      // A name may be cut in two.
      const seen = Buffer.concat([rest, bytes]);
      rest = seen.subarray(Math.max(0, seen.length - MARK.length + 1));
      const count = countMarks(seen);
      if (count > 0) onEvents(count);
      resolve();
    });
  });
  return socket;
}

/** Opens `count` streams; the caller disposes them. */
export async function openEventClients(
  address: string,
  count: number,
  headers: Readonly<Record<string, string>>,
): Promise<EventClients> {
  const url = new URL(address);
  const lines = Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('');
  const sockets: Socket[] = [];
  let total = 0;
  let awaited = 0;
  let wake: (() => void) | undefined;
  const onEvents = (more: number): void => {
    total += more;
    if (total >= awaited) wake?.();
  };
  while (sockets.length < count) {
    const size = Math.min(OPEN_AT_ONCE, count - sockets.length);
    sockets.push(...(await Promise.all(Array.from({ length: size }, async () => openOne(url, lines, onEvents)))));
  }
  return {
    received: async (each) => {
      awaited += each * count;
      if (total >= awaited) return;
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    },
    [Symbol.dispose]: () => {
      for (const socket of sockets) socket.destroy();
    },
  };
}
