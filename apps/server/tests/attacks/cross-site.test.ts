import { buildAddress, api, type Endpoint, type RouteName, routes } from '@lectern/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, setupAdmin } from '../_harness/client.ts';
import { basic, switchCompatOn } from '../_harness/compat.ts';
import { runEach, plainAsk, ROUTE_NAMES } from '../_harness/contract-asks.ts';
import { databases } from '../_harness/databases.ts';
import { waitForTasks } from '../_harness/scans.ts';
import { startServer, type TestServer } from '../_harness/start-server.ts';

const ADMIN = { username: 'admin', password: 'correct horse battery' };
const ADMIN_BASIC = basic(ADMIN.username, ADMIN.password);
const LOGIN = '/api/v1/auth/login';
const REFRESH = '/api/v1/auth/refresh';

type Headers = Readonly<Record<string, string>>;

/** Routes that change something, for any signed-in user. */
const CHANGING = ROUTE_NAMES.filter((name) => {
  const { permission }: Endpoint = api[name];
  return routes[name][0] !== 'GET' && permission !== 'public';
});

/** What a browser says of a request that a page of another user makes; a forged form has no more. */
const FOREIGN: readonly Headers[] = [
  {},
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'same-site' },
  { 'sec-fetch-site': 'none' },
  { 'sec-fetch-site': '' },
  { 'sec-fetch-site': 'same-origin, cross-site' },
  { origin: 'https://evil.example' },
  { origin: 'null' },
  { origin: '' },
  { origin: 'http://localhost.evil.example', 'x-forwarded-host': 'localhost.evil.example' },
  { origin: 'http://evil.example', 'x-forwarded-host': 'evil.example', forwarded: 'host=evil.example' },
  { 'sec-fetch-site': 'cross-site', origin: 'OWN' },
  { referer: 'OWN/' },
];

describe.each(databases)('a foreign page, open in the browser of an administrator, on %s', (kind) => {
  let server: TestServer;
  let admin: Client;
  let cookie: string;
  let cookies: readonly string[];

  beforeAll(async () => {
    server = await startServer(kind);
    admin = await setupAdmin(server);
    await switchCompatOn(admin);
    const response = await fetch(server.url + LOGIN, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(ADMIN),
    });
    cookies = response.headers.getSetCookie().map((line) => line.split(';')[0] ?? '');
    cookie = cookies.join('; ');
  });
  afterAll(async () => server[Symbol.asyncDispose]());

  const own = (headers: Headers): Headers =>
    Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, value.replace('OWN', server.url)]));

  /** As a page sends it, with the cookies that the browser adds. */
  async function sendAs(name: RouteName, headers: Headers, type: string): Promise<Response> {
    const { params, query, body } = plainAsk(name);
    return fetch(buildAddress(server.url, name, params, query), {
      method: routes[name][0],
      headers: { cookie, ...(body === undefined ? {} : { 'content-type': type }), ...own(headers) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  }

  it('changes nothing with the cookies, whatever it says and whatever it asks', async () => {
    const asks = CHANGING.flatMap((name, index) =>
      // Each route is asked in a few ways, all ways are tried on many routes.
      [index, index + 3, index + 7].map((at) => ({ name, headers: FOREIGN[at % FOREIGN.length] ?? {} })),
    );
    await runEach(asks, async ({ name, headers }) => {
      const { status } = await sendAs(name, headers, 'application/json');
      expect([name, headers, status]).toEqual([name, headers, 401]);
    });
    // The same cookies are good for a page of the server.
    const read = await fetch(`${server.url}/api/v1/auth/me`, { headers: { cookie } });
    expect(read.status).toBe(200);
  });

  /** Headers of a browser on a foreign page; no other program sends them. */
  const TOLD = FOREIGN.filter((headers) => 'origin' in headers || 'sec-fetch-site' in headers);

  it('changes nothing with the password that a browser sends by itself, at any door', async () => {
    const asks = CHANGING.map((name, index) => ({ name, headers: own(TOLD[index % TOLD.length] ?? {}) }));
    await runEach(asks, async ({ name, headers }) => {
      const { params, query } = plainAsk(name);
      // Without a body no browser asks whether it may.
      const response = await fetch(buildAddress(server.url, name, params, query), {
        method: routes[name][0],
        headers: { ...ADMIN_BASIC, ...headers },
      });
      expect([name, headers, response.status]).toEqual([name, headers, 403]);
    });
    const book = '0192f0c1-0000-7000-8000-000000000000';
    const doors: readonly (readonly [method: string, path: string])[] = [
      ['DELETE', `/komga/api/v1/books/${book}/read-progress`],
      ['POST', '/komga/api/v1/libraries'],
      ['POST', `/komga/api/v1/libraries/${book}/scan`],
      ['POST', '/komga/api/logout'],
      ['GET', '/komga/api/logout'],
      ['PUT', `/api/v1/opds/v2/books/${book}/progression`],
      ['PUT', `/opds/v2/books/${book}/progression`],
      ['PUT', '/koreader/syncs/progress'],
    ];
    for (const [method, path] of doors) {
      for (const headers of TOLD) {
        const { status } = await fetch(server.url + path, { method, headers: { ...ADMIN_BASIC, ...own(headers) } });
        // KOReader knows no 403.
        expect([method, path, headers, status]).toEqual([
          method,
          path,
          headers,
          path.startsWith('/koreader') ? 401 : 403,
        ]);
      }
    }
    // Programs say nothing of a page, and pages of this server may.
    for (const headers of [{}, { 'sec-fetch-site': 'same-origin' }, { origin: server.url }]) {
      const url = `${server.url}/api/v1/tasks/resume`;
      expect((await fetch(url, { method: 'POST', headers: { ...ADMIN_BASIC, ...headers } })).status).toBeLessThan(300);
    }
    // Reading is no change.
    expect((await fetch(`${server.url}/opds`, { headers: { ...ADMIN_BASIC, ...TOLD[0] } })).status).toBe(200);
  });

  it('signs no user out of an app, however the address is written', async () => {
    const paths = [
      '/komga/api/logout',
      '/komga/api/%6cogout',
      '/komga/%61pi/logout/',
      '/komga/api/logout?x=/',
      '/komga//api/logout',
    ];
    for (const path of paths) {
      const signedIn = await fetch(`${server.url}/komga/api/v2/users/me`, { headers: ADMIN_BASIC });
      const session = signedIn.headers
        .getSetCookie()
        .map((line) => line.split(';')[0] ?? '')
        .join('; ');
      const ask = async (at: string, headers: Headers) =>
        (await fetch(server.url + at, { headers: { cookie: session, ...headers } })).status;
      for (const headers of TOLD) expect([path, headers, await ask(path, own(headers))]).toEqual([path, headers, 401]);
      expect([path, await ask('/komga/api/v2/users/me', {})]).toEqual([path, 200]);
      expect([path, await ask(path, {})]).toEqual([path, 204]);
      expect([path, await ask('/komga/api/v2/users/me', {})]).toEqual([path, 401]);
    }
  });

  it('is guarded against by routes, not by the text of addresses', async () => {
    for (const path of [
      '/opds',
      '/%6fpds',
      '/api/v1/%6fpds/v2',
      '/koreader/%73yncs/progress/x',
      '/kosync/users/auth',
    ]) {
      const { status, headers } = await fetch(server.url + path);
      expect([path, status, headers.get('www-authenticate')]).toEqual([path, 401, 'Basic realm="Lectern"']);
    }
    for (const path of ['/api/v1/books', '/api/v1/%62ooks?x=/opds/', '/api/v1/books/opds']) {
      expect([path, (await fetch(server.url + path)).headers.get('www-authenticate')]).toEqual([path, 'Bearer']);
    }
  });

  it('is told from pages of this server, whose every request is answered', async () => {
    const asks = CHANGING.filter((name) => !['logout', 'logoutAtProvider', 'deleteSessions'].includes(name));
    await runEach(asks, async (name) => {
      for (const headers of [{ 'sec-fetch-site': 'same-origin' }, { origin: 'OWN' }]) {
        const { status } = await sendAs(name, headers, 'application/json');
        expect([name, headers, status === 401]).toEqual([name, headers, false]);
      }
    });
    await admin.call('resumeTasks', {});
  });

  it('renews no session with the cookie for it', async () => {
    const refresh = cookies.find((line) => line.startsWith('lectern_refresh=')) ?? '';
    expect(refresh.length).toBeGreaterThan(40);
    const send = async (headers: Headers) =>
      (await fetch(server.url + REFRESH, { method: 'POST', headers: { cookie: refresh, ...own(headers) } })).status;
    for (const headers of FOREIGN) expect([headers, await send(headers)]).toEqual([headers, 400]);
    expect(await send({ 'sec-fetch-site': 'same-origin' })).toBe(200);
  });

  it('signs no user in, by a form or a request without a preflight', async () => {
    // https://fetch.spec.whatwg.org/#cors-safelisted-request-header: the types of simple requests, and none at all.
    const types = ['application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'text/plain', undefined];
    for (const type of types) {
      for (const body of [JSON.stringify(ADMIN), 'username=admin&password=correct%20horse%20battery']) {
        const response = await fetch(server.url + LOGIN, {
          method: 'POST',
          headers: type === undefined ? {} : { 'content-type': type },
          body: new Blob([body]),
        });
        expect([type, response.status, response.headers.getSetCookie()]).toEqual([type, 415, []]);
      }
    }
    const disguised = await fetch(server.url + LOGIN, {
      method: 'POST',
      headers: { 'content-type': 'text/plain; application/json' },
      body: JSON.stringify(ADMIN),
    });
    expect(disguised.status).toBe(415);
  });

  it('opens no session, share or account at the doors that ask for no user', async () => {
    const open = ROUTE_NAMES.filter((name) => {
      const { permission }: Endpoint = api[name];
      return routes[name][0] !== 'GET' && permission === 'public';
    });
    expect(open).toEqual(expect.arrayContaining(['login', 'enterAsGuest', 'openShare', 'register', 'finishLogin']));
    const asks = open.flatMap((name) => TOLD.map((headers) => ({ name, headers })));
    await runEach(asks, async ({ name, headers }) => {
      // What a page may send to another site without asking it first.
      const response = await sendAs(name, headers, 'text/plain');
      expect([name, headers, response.headers.getSetCookie()]).toEqual([name, headers, []]);
      // A challenge for a passkey opens nothing by itself.
      if (name !== 'askPasskey') expect([name, headers, response.status >= 400]).toEqual([name, headers, true]);
    });
  });

  it('is given leave for nothing: no origin but its own is told that it may read or ask', async () => {
    const asks = [
      { path: LOGIN, method: 'OPTIONS' },
      { path: '/api/v1/libraries', method: 'OPTIONS' },
      { path: '/api/v1/auth/me', method: 'GET' },
      { path: '/api/v1/settings/branding', method: 'GET' },
      { path: '/health', method: 'GET' },
      { path: '/', method: 'GET' },
    ];
    for (const { path, method } of asks) {
      for (const origin of ['https://evil.example', 'null', server.url]) {
        const response = await fetch(server.url + path, {
          method,
          headers: {
            ...{ origin, cookie, 'access-control-request-method': 'POST' },
            'access-control-request-headers': 'authorization,content-type',
          },
        });
        const told = [...response.headers.keys()].filter((name) => name.startsWith('access-control-'));
        expect([method, path, told]).toEqual([method, path, []]);
        expect(response.headers.get('cross-origin-resource-policy')).toBe('same-origin');
      }
    }
  });

  it('changes nothing by GET, which cookies are always good for', async () => {
    await waitForTasks(admin);
    const { read } = server.context.db;
    const state = async () => [
      await read.selectFrom('user').select(['id', 'username', 'role', 'isActive']).orderBy('id').execute(),
      await read.selectFrom('session').select(['id', 'endedAt']).orderBy('id').execute(),
      await read.selectFrom('apiKey').select(['id', 'isActive']).orderBy('id').execute(),
      await read.selectFrom('task').select(['id', 'status']).orderBy('id').execute(),
      await read.selectFrom('library').select(['id', 'name']).orderBy('id').execute(),
    ];
    const before = await state();
    const reading = ROUTE_NAMES.filter((name) => {
      const { answer }: Endpoint = api[name];
      return routes[name][0] === 'GET' && answer !== 'events';
    });
    for (const method of ['GET', 'HEAD']) {
      await runEach(reading, async (name) => {
        const { params, query } = plainAsk(name);
        // No other word for the method makes it another one.
        const response = await fetch(buildAddress(server.url, name, params, { ...query, _method: 'DELETE' }), {
          method,
          headers: { cookie, 'x-http-method-override': 'DELETE', 'x-method-override': 'DELETE' },
        });
        expect([name, response.status < 500 || response.status === 503]).toEqual([name, true]);
        await response.arrayBuffer();
      });
    }
    expect(await state()).toEqual(before);
  });
});
