import { once } from 'node:events';
import { createServer, request } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createOpenStreams } from '#http/answers/send-events.ts';
import { watchConnections } from '#http/connections.ts';
import { type Client, setupAdmin, signIn } from '../_harness/client.ts';
import { ADMIN, basic, ReaderApp, switchCompatOn } from '../_harness/compat.ts';
import { openEventStream } from '../_harness/event-stream.ts';
import { until } from '../_harness/scans.ts';
import { startServer, type TestServer } from '../_harness/start-server.ts';

const STREAMS = ['/api/v1/events/stream', '/api/v1/tasks/stream', '/api/v1/scans/stream'] as const;
const READER = { username: 'reader', password: 'the password of all' };
const MOST = 5;

describe('event streams of one user', () => {
  let server: TestServer;
  let admin: Client;
  beforeAll(async () => {
    server = await startServer('sqlite', { config: { 'server.max_streams_per_user': String(MOST) } });
    admin = await setupAdmin(server);
    await switchCompatOn(admin);
    await admin.call('createUser', { body: READER });
  });
  afterAll(async () => server[Symbol.asyncDispose]());

  const openCount = (): number => {
    const { entity, task, scan } = server.context.counters.events.clients;
    return entity + task + scan;
  };
  const none = async () =>
    until(
      async () => openCount(),
      (count) => count === 0,
    );

  it('are bounded over all dialects together: further ones are refused in words, and other users are not', async () => {
    const app = new ReaderApp(server, ADMIN);
    const open = await Promise.all(STREAMS.map(async (path) => openEventStream(admin, path)));
    open.push(await openEventStream(admin, STREAMS[0]));
    open.push(await openEventStream(app, '/sse/v1/events', {}, ': welcome'));
    for (const path of STREAMS) {
      const refused = await admin.fetch(path);
      expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '10']);
      expect(await refused.json()).toMatchObject({
        error: 'rate_limit_exceeded',
        message: 'You have 5 event streams open, and no more are possible. Close one, and try again',
      });
      const head = await admin.fetch(path, { method: 'HEAD' });
      expect(head.status).toBe(200);
    }
    const refused = await app.fetch('/sse/v1/events');
    expect(refused.status).toBe(429);
    await refused.body?.cancel();
    const other = await openEventStream(await signIn(server, READER), STREAMS[0]);
    // One that is closed makes place for another.
    await open.pop()?.close();
    await until(
      async () => openCount(),
      (count) => count === MOST,
    );
    open.push(await openEventStream(admin, STREAMS[1]));
    for (const stream of [...open, other]) await stream.close();
    await none();
  });

  it('leave nothing behind, however many are opened and cut at whatever moment', async () => {
    const { hostname, port } = new URL(server.url);
    const cut = async (credentials: string, afterMs: number): Promise<void> => {
      const socket = connect(Number(port), hostname);
      socket.on('error', () => undefined);
      const lines = ['GET /komga/sse/v1/events HTTP/1.1', 'Host: x', `Authorization: ${credentials}`];
      socket.write(`${lines.join('\r\n')}\r\n\r\n`);
      await sleep(afterMs);
      socket.resetAndDestroy();
    };
    const known = ADMIN['authorization'] ?? '';
    for (let round = 0; round < 5; round += 1) {
      await Promise.all(Array.from({ length: 40 }, async (_, index) => cut(known, index % 20)));
    }
    // Their passwords are checked for longer than they wait.
    for (const username of ['one', 'two', 'three', 'four']) {
      await admin.call('createUser', { body: { ...READER, username } });
      await cut(basic(username, READER.password)['authorization'] ?? '', 5);
      await until(
        async () => server.context.counters.requests.open,
        (count) => count === 0,
      );
      await sleep(50);
    }
    await none();
    const open = await Promise.all(Array.from({ length: MOST }, async () => openEventStream(admin, STREAMS[0])));
    for (const stream of open) await stream.close();
    await none();
  });
});

describe('event streams of many users', () => {
  it('are bounded for an address and in all, but not behind an address that many share', () => {
    const limits = { perUser: 10, perAddress: 2, inAll: 4, isShared: (ip: string) => ip === '127.0.0.1' };
    const streams = createOpenStreams(limits);
    let ended = 0;
    const take = (userId: string, ip: string) => streams.take({ userId, ip }, () => (ended += 1));
    const first = take('a', '192.0.2.1');
    take('b', '192.0.2.1');
    expect(() => take('c', '192.0.2.1')).toThrow('Your address has 2 event streams open');
    first[Symbol.dispose]();
    first[Symbol.dispose]();
    take('c', '192.0.2.1');
    expect(() => take('d', '192.0.2.1')).toThrow('Your address has 2');
    take('d', '127.0.0.1');
    take('e', '127.0.0.1');
    expect(() => take('f', '127.0.0.1')).toThrow('The server has 4');
    streams.endAll();
    expect(ended).toBe(4);
  });
});

describe('connections of one address', () => {
  it('are bounded: more are closed at once, and one that ends makes place', async () => {
    const server = createServer((_, response) => response.end('here'));
    watchConnections(server, { open: 0 }, { perAddress: 3, isShared: () => false });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const dial = async (): Promise<Socket> => {
      const socket = connect(port, '127.0.0.1');
      socket.on('error', () => undefined);
      await once(socket, 'connect');
      return socket;
    };
    const answer = async () =>
      new Promise<string>((resolve) => {
        request({ port, host: '127.0.0.1', agent: false })
          .on('response', (response) => {
            response.resume();
            resolve('answered');
          })
          .on('error', () => resolve('closed'))
          .end();
      });
    const held = [await dial(), await dial(), await dial()];
    expect(await answer()).toBe('closed');
    held.pop()?.destroy();
    await until(answer, (said) => said === 'answered');
    // The one that asked has gone, and those that were refused took no place.
    held.push(await dial());
    await until(answer, (said) => said === 'closed');
    for (const socket of held) socket.destroy();
    server.close();
    await once(server, 'close');
  });
});
