import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { setupAdmin } from '../_harness/client.ts';
import { startServer, type TestServer } from '../_harness/start-server.ts';

const STATUS = '/api/v1/setup/status';
const LOGIN = '/api/v1/auth/login';

describe('bytes of attackers', () => {
  let server: TestServer;
  let token: string;
  beforeAll(async () => {
    server = await startServer('sqlite');
    token = (await setupAdmin(server)).token ?? '';
  });
  afterAll(async () => server[Symbol.asyncDispose]());

  function open({ url } = server): Socket {
    const { hostname, port } = new URL(url);
    return connect(Number(port), hostname);
  }

  /** Sends lines as they are, and gives everything that came until the server closed. */
  async function say(lines: readonly string[], body = ''): Promise<string> {
    const socket = open();
    const chunks: Buffer[] = [];
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    socket.on('error', () => undefined);
    const closed = once(socket, 'close');
    socket.write(`${lines.join('\r\n')}\r\n\r\n${body}`);
    await closed;
    return Buffer.concat(chunks).toString('latin1');
  }

  const parseStatuses = (answer: string): number[] =>
    [...answer.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => Number(status));

  it('smuggle no second request: a length that is not clear is refused, and the connection closed', async () => {
    const hidden = 'GET /api/v1/hidden HTTP/1.1\r\nHost: x\r\n\r\n';
    const head = [`POST ${LOGIN} HTTP/1.1`, 'Host: x', 'Content-Type: application/json'];
    const cases: readonly (readonly [string, readonly string[], string])[] = [
      ['both lengths', ['Content-Length: 4', 'Transfer-Encoding: chunked'], `0\r\n\r\n${hidden}`],
      ['both lengths, turned', ['Transfer-Encoding: chunked', 'Content-Length: 4'], `0\r\n\r\n${hidden}`],
      ['two lengths', ['Content-Length: 0', 'Content-Length: 44'], hidden],
      ['a list of lengths', ['Content-Length: 0, 44'], hidden],
      ['a signed length', ['Content-Length: +0'], hidden],
      ['no number', ['Content-Length: 0x0'], hidden],
      ['an unknown coding', ['Transfer-Encoding: xchunked'], `0\r\n\r\n${hidden}`],
      ['chunked twice', ['Transfer-Encoding: chunked, identity'], `0\r\n\r\n${hidden}`],
      ['a space before the colon', ['Content-Length : 0'], hidden],
      ['a folded line', ['X-A: b', ' Transfer-Encoding: chunked'], `0\r\n\r\n${hidden}`],
      ['a bad size of a chunk', ['Transfer-Encoding: chunked'], `0x0\r\n\r\n${hidden}`],
      ['a bare line feed in a chunk', ['Transfer-Encoding: chunked'], `1\nZ\n0\r\n\r\n${hidden}`],
      ['a null in a header', ['X-A: b\0c', 'Content-Length: 0'], hidden],
      ['a bare carriage return', ['X-A: b\rContent-Length: 0'], hidden],
    ];
    for (const [what, lines, body] of cases) {
      const answer = await say([...head, ...lines], body);
      expect([what, parseStatuses(answer)]).toEqual([what, [400]]);
      expect([what, answer.includes('hidden')]).toEqual([what, false]);
    }
  });

  it('are answered one by one where they come together', async () => {
    const ask = (path: string, more = '') => `GET ${path} HTTP/1.1\r\nHost: x\r\n${more}\r\n`;
    const socket = open();
    const chunks: Buffer[] = [];
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    const secret = `Authorization: Bearer ${token}\r\n`;
    socket.write(ask('/api/v1/auth/me', secret) + ask('/api/v1/auth/me') + ask(STATUS, 'Connection: close\r\n'));
    await once(socket, 'close');
    // A credential is that of its own request.
    expect(parseStatuses(Buffer.concat(chunks).toString('latin1'))).toEqual([200, 401, 200]);
  });

  it('are limited: heads, addresses, bodies, and fields of forms', async () => {
    const close = ['Host: x', 'Connection: close'];
    const big = await say([`GET ${STATUS} HTTP/1.1`, ...close, `X-Big: ${'a'.repeat(70_000)}`]);
    expect(parseStatuses(big)).toEqual([400]);
    const many = await say([
      `GET ${STATUS} HTTP/1.1`,
      ...close,
      ...Array.from({ length: 5_000 }, (_, at) => `X-${String(at)}: a`),
    ]);
    expect(parseStatuses(many)).toEqual([400]);
    const long = await say([`GET /${'a'.repeat(70_000)} HTTP/1.1`, ...close]);
    expect(parseStatuses(long)).toEqual([400]);
    const claimed = await say([
      `POST ${LOGIN} HTTP/1.1`,
      ...[...close, 'Content-Type: application/json', 'Content-Length: 99999999999'],
    ]);
    expect(parseStatuses(claimed)).toEqual([413]);
    const bomb = await fetch(server.url + LOGIN, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
      body: new Uint8Array(gzipSync(Buffer.alloc(50_000_000, 0x20))),
    });
    expect([bomb.status >= 400 && bomb.status < 500, await bomb.text()]).toEqual([
      true,
      expect.stringContaining('"error"'),
    ]);
  });

  it('of query fields that come twice are one value or refused, never mixed', async () => {
    const authorized = { headers: { authorization: `Bearer ${token}` } };
    const ask = async (query: string) => (await fetch(`${server.url}/api/v1/books?${query}`, authorized)).status;
    expect(await ask('page=1&page=2')).toBe(400);
    expect(await ask('pageSize=1&page_size=2')).toBe(200);
    expect(await ask('page[]=1')).toBe(200);
    expect(await ask('page[__proto__]=1&__proto__[page]=7&constructor[prototype][page]=7')).toBe(200);
    expect(await ask(Array.from({ length: 2_000 }, (_, at) => `a${String(at)}=1`).join('&'))).toBe(200);
    const user = { method: 'POST', body: '{"username":"twice","username":"once","password":"a good password"}' };
    const made = await fetch(`${server.url}/api/v1/users`, {
      ...user,
      headers: { ...authorized.headers, 'content-type': 'application/json' },
    });
    expect([made.status, ((await made.json()) as { username: string }).username]).toEqual([201, 'once']);
  });

  it('that name prototypes are refused as bodies, at any depth', async () => {
    const bodies = [
      '{"username":"p1","password":"a good password","__proto__":{"role":"admin"}}',
      '{"username":"p1","password":"a good password","constructor":{"prototype":{"role":"admin"}}}',
      '{"username":"p1","password":"a good password","libraryIds":[{"__proto__":{"role":"admin"}}]}',
      '{"username":"p1","password":"a good password","\\u005f_proto__":{"role":"admin"}}',
    ];
    for (const body of bodies) {
      const response = await fetch(`${server.url}/api/v1/users`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body,
      });
      expect([body, response.status]).toEqual([body, 400]);
    }
    expect(({} as Readonly<Record<string, unknown>>)['role']).toBeUndefined();
  });

  it('that come slowly do not hold a connection: neither a head nor a body that never ends', async () => {
    await using impatient = await startServer('sqlite', { config: { 'server.request_timeout_seconds': '1' } });
    const heads = [
      'GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ',
      `POST ${LOGIN} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"user`,
      `POST ${LOGIN} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n{\r\n`,
    ];
    const answers = await Promise.all(
      heads.map(async (head) => {
        const socket = open(impatient);
        const chunks: Buffer[] = [];
        socket.on('data', (chunk: Buffer) => chunks.push(chunk));
        socket.on('error', () => undefined);
        socket.write(head);
        // The client goes on: the connection ends all the same.
        const drip = setInterval(() => socket.write('a'), 100);
        await once(socket, 'close');
        clearInterval(drip);
        return parseStatuses(Buffer.concat(chunks).toString('latin1'));
      }),
    );
    expect(answers.flat().filter((status) => status < 400)).toEqual([]);
  });
});
