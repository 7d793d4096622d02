import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect, it, vi } from 'vitest';
import { setupAdmin } from '../_harness/client.ts';
import { databases } from '../_harness/databases.ts';
import { startServer } from '../_harness/start-server.ts';
import { hashPassword } from '#core/people/passwords.ts';

const LOGIN = '/api/v1/auth/login';
const STATUS = '/api/v1/setup/status';

interface Refusal {
  readonly error: string;
  readonly message: string;
  readonly details: unknown;
}

async function readRefusal(response: Response): Promise<Refusal> {
  expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
  const body = (await response.json()) as Refusal;
  expect(Object.keys(body)).toEqual(['error', 'message', 'details']);
  return body;
}

async function post(address: string, body: string, contentType?: string): Promise<Response> {
  return fetch(address, {
    method: 'POST',
    body: new Blob([body]),
    headers: contentType === undefined ? {} : { 'content-type': contentType },
  });
}

/** What the server says to bytes that `fetch` would not send. */
async function sayRaw(url: string, request: string): Promise<string> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.end(request);
  const chunks: Buffer[] = [];
  for await (const chunk of socket) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

describe.each(databases)('every failure on %s has the one body', (kind) => {
  it('for addresses that do not exist, of the API or not', async () => {
    await using server = await startServer(kind);
    for (const path of ['/api/v1/nothing', '/nothing', '/api/v1/books/', '/api', '/assets/none.js', '/%zz']) {
      const response = await fetch(server.url + path, { headers: { accept: '*/*' } });
      const refusal = await readRefusal(response);
      expect([path, response.status >= 400 && response.status < 500, refusal.details]).toEqual([path, true, null]);
    }
  });

  it('for a method that an address does not have, naming those it has', async () => {
    await using server = await startServer(kind);
    const response = await fetch(`${server.url}/api/v1/libraries/0192f0c1-0000-7000-8000-000000000000`, {
      method: 'POST',
    });
    expect(response.status).toBe(405);
    expect(response.headers.get('allow')).toBe('GET, HEAD, PUT, PATCH, DELETE');
    expect((await readRefusal(response)).error).toBe('MethodNotAllowed');
    for (const path of ['/api/v1/books', '/opds', '/']) {
      const query = await fetch(server.url + path, { method: 'QUERY' });
      expect([path, query.status, (await readRefusal(query)).error]).toEqual([path, 405, 'MethodNotAllowed']);
    }
    // TRACE would repeat the request with its credentials.
    for (const path of ['/api/v1/books', '/', '/nothing']) {
      const said = await sayRaw(
        server.url,
        `TRACE ${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer hunter2\r\nConnection: close\r\n\r\n`,
      );
      expect([path, said.split('\r\n')[0]]).toEqual([path, expect.stringMatching(/^HTTP\/1\.1 40[045] /)]);
      expect(said).not.toContain('hunter2');
    }
  });

  it('for a body that is not JSON, not of its type, missing, too large or not as described', async () => {
    await using server = await startServer(kind);
    const address = server.url + LOGIN;
    const json = 'application/json';
    const cases: [number, string, Response][] = [
      [400, 'BadRequest', await post(address, '{"username":', json)],
      [400, 'BadRequest', await post(address, '', json)],
      [400, 'BadRequest', await post(address, '')],
      [400, 'BadRequest', await post(address, '[]', json)],
      [400, 'BadRequest', await post(address, 'null', json)],
      [400, 'BadRequest', await post(address, '{"__proto__":{"username":"x"}}', json)],
      [413, 'PayloadTooLarge', await post(address, `"${'x'.repeat(1_100_000)}"`, json)],
      [415, 'UnsupportedMediaType', await post(address, 'username=x', 'application/x-www-form-urlencoded')],
      [415, 'UnsupportedMediaType', await post(address, '{}', 'text/plain')],
      [415, 'UnsupportedMediaType', await post(address, 'x', 'multipart/form-data; boundary=x')],
    ];
    for (const [status, kindOfError, response] of cases) {
      expect([response.status, (await readRefusal(response)).error]).toEqual([status, kindOfError]);
    }
    const invalid = await readRefusal(await post(address, '{"username":7}', json));
    expect(invalid.details).toEqual([
      { path: 'username', message: 'must be a text' },
      { path: 'password', message: 'is missing' },
    ]);
  });

  it('for null and half characters and values nested without end, which no database and no stack can hold', async () => {
    await using server = await startServer(kind);
    const admin = await setupAdmin(server);
    const deep = `${'['.repeat(50_000)}${']'.repeat(50_000)}`;
    const json = { 'content-type': 'application/json' };
    const library = (body: string) => ({ method: 'POST', headers: json, body });
    const cases = [
      await post(server.url + LOGIN, '{"username":"a\\u0000b","password":"long enough"}', 'application/json'),
      await admin.fetch('/api/v1/tasks?task_type=%00'),
      await admin.fetch('/api/v1/libraries', library('{"name":"a\\u0000b","path":"/"}')),
      await admin.fetch('/api/v1/libraries', library('{"name":"a\\ud83db","path":"/"}')),
      await admin.fetch('/api/v1/libraries', library(`{"name":"a","path":"/","seriesConfig":{"x":${deep}}}`)),
    ];
    const refusals = await Promise.all(cases.map(async (response) => [response.status, await readRefusal(response)]));
    const refused = (path: string, message: string) => [
      400,
      { error: 'BadRequest', message: `"${path}" is not valid: ${message}`, details: [{ path, message }] },
    ];
    expect(refusals).toEqual([
      refused('username', 'must not contain a null character'),
      refused('task_type', 'must not contain a null character'),
      refused('name', 'must not contain a null character'),
      refused('name', 'must not contain half a character'),
      refused('seriesConfig', 'is nested too deeply'),
    ]);
  });

  it('for an address longer than any of its parts may be, without repeating it', async () => {
    await using server = await startServer(kind);
    const refusal = await readRefusal(await fetch(`${server.url}/api/v1/books/${'a'.repeat(5_000)}`));
    expect(refusal).toEqual({ error: 'BadRequest', message: 'The address is not valid', details: null });
  });

  it('for bytes that are not HTTP', async () => {
    await using server = await startServer(kind);
    const answer = await sayRaw(server.url, 'NONSENSE\r\n\r\n');
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer).toContain('{"error":"BadRequest",');
  });

  it('for a fault of the server, whose cause stays inside', async () => {
    await using server = await startServer(kind);
    await (await fetch(server.url + STATUS)).text();
    await server.context.db[Symbol.asyncDispose]();
    const response = await fetch(server.url + STATUS);
    const refusal = await readRefusal(response);
    expect([response.status, refusal.error, refusal.details]).toEqual([500, 'InternalServerError', null]);
    expect(refusal.message).toBe('The server had an unexpected problem');
  });
});

describe.each(databases)('the server on %s', (kind) => {
  it('says whether it and its database answer', async () => {
    await using server = await startServer(kind);
    const healthy = await fetch(`${server.url}/health`);
    expect([healthy.status, await healthy.json()]).toEqual([200, { status: 'ok' }]);
    await server.context.db[Symbol.asyncDispose]();
    const ill = await fetch(`${server.url}/health`);
    expect([ill.status, ((await ill.json()) as { status: string }).status]).toEqual([503, 'unavailable']);
  });

  it('tags JSON answers and answers 304 to a client that has them', async () => {
    await using server = await startServer(kind);
    const first = await fetch(server.url + STATUS);
    const etag = first.headers.get('etag') ?? '';
    expect(etag).toMatch(/^W\/"[\w-]+"$/);
    const second = await fetch(server.url + STATUS, { headers: { 'if-none-match': `"other", ${etag}` } });
    expect([second.status, await second.text()]).toEqual([304, '']);
    await setupAdmin(server);
    const changed = await fetch(server.url + STATUS, { headers: { 'if-none-match': etag } });
    expect(changed.status).toBe(200);
  });

  it('gives its own address to whatever asks, and other addresses to browsers only', async () => {
    await using server = await startServer(kind);
    const fetchType = async (path: string, accept: string): Promise<string | null> =>
      (await fetch(server.url + path, { headers: { accept } })).headers.get('content-type');
    const page = 'text/html; charset=utf-8';
    expect(await fetchType('/', '*/*')).toBe(page);
    expect(await fetchType('/series/1', 'text/html')).toBe(page);
    expect(await fetchType('/series/1', '*/*')).toBe('application/json; charset=utf-8');
    expect(await fetchType('/api/v1/nothing', 'text/html')).toBe('application/json; charset=utf-8');
  });

  it('leads a form of shared files to their page when no service worker took it', async () => {
    await using server = await startServer(kind);
    const body = new FormData();
    body.set('files', new File(['x'.repeat(2_000_000)], 'Saga 1.cbz'));
    const answer = await fetch(`${server.url}/upload`, { method: 'POST', body, redirect: 'manual' });
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/upload']);
    expect((await fetch(`${server.url}/series`, { method: 'POST', body, redirect: 'manual' })).status).toBe(413);
  });

  it('answers HEAD like GET, without a body', async () => {
    await using server = await startServer(kind);
    const head = await fetch(server.url + STATUS, { method: 'HEAD' });
    const get = await fetch(server.url + STATUS);
    expect([head.status, await head.text()]).toEqual([200, '']);
    expect(head.headers.get('content-length')).toBe(String((await get.text()).length));
  });

  it('compresses long text, in the way the client can read', async () => {
    await using server = await startServer(kind, { config: { 'api.enable_api_docs': 'true' } });
    const address = `${server.url}/docs/openapi.json`;
    const plain = await sayRaw(server.url, 'GET /docs/openapi.json HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
    expect(plain).not.toContain('content-encoding');
    for (const encoding of ['br', 'gzip'] as const) {
      const response = await fetch(address, { headers: { 'accept-encoding': encoding } });
      expect(response.headers.get('content-encoding')).toBe(encoding);
      expect(response.headers.get('vary')).toContain('accept-encoding');
      expect(((await response.json()) as { openapi: string }).openapi).toBe('3.1.0');
    }
  });

  it('gives every answer an id of its own and headers that protect it', async () => {
    await using server = await startServer(kind);
    const [first, second] = await Promise.all([fetch(server.url + STATUS), fetch(`${server.url}/nothing`)]);
    expect(first.headers.get('x-request-id')).toMatch(/^[\da-f-]{36}$/);
    expect(second.headers.get('x-request-id')).not.toBe(first.headers.get('x-request-id'));
    for (const response of [first, second]) {
      expect(response.headers.get('x-content-type-options')).toBe('nosniff');
      expect(response.headers.get('referrer-policy')).toBe('same-origin');
      expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
    }
  });

  it('lets open requests end when it stops, and takes no new ones', async () => {
    const server = await startServer(kind, { config: { 'server.stop_timeout_seconds': '120' } });
    await setupAdmin(server);
    const body = JSON.stringify({ username: 'admin', password: 'wrong password' });
    const asked = vi.spyOn(server.context.access.throttle, 'check');
    // Sign-ins wait for their turn behind these.
    const before = Array.from({ length: 30 }, async () => hashPassword('something else'));
    const open = [1, 2, 3].map(async () => post(server.url + LOGIN, body, 'application/json'));
    await expect.poll(() => asked.mock.calls.length).toBeGreaterThanOrEqual(open.length);
    await server[Symbol.asyncDispose]();
    const statuses = (await Promise.all(open)).map((response) => response.status);
    expect(statuses).toEqual([401, 401, 401]);
    await Promise.all(before);
    await expect(fetch(`${server.url}/health`)).rejects.toThrow();
  });

  it('does not wait for connections on which nothing was asked', async () => {
    const server = await startServer(kind);
    const { hostname, port } = new URL(server.url);
    const socket = connect(Number(port), hostname);
    await once(socket, 'connect');
    const closed = once(socket, 'close');
    // The socket stays open for good unless the server closes it.
    await Promise.all([server[Symbol.asyncDispose](), closed]);
    expect(socket.destroyed).toBe(true);
  });

  it('believes forwarded addresses only from trusted proxies', async () => {
    await using server = await startServer(kind);
    await setupAdmin(server);
    const body = JSON.stringify({ username: 'admin', password: 'correct horse battery' });
    await fetch(`${server.url}/api/v1/auth/login`, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json', 'x-forwarded-for': '203.0.113.9', 'user-agent': 'test' },
    });
    const { read } = server.context.db;
    const sessions = await read.selectFrom('session').select('ip').where('userAgent', '=', 'test').execute();
    expect(sessions).toEqual([{ ip: '127.0.0.1' }]);
  });
});
