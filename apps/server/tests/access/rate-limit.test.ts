import { api, type RouteName, routes } from '@lectern/contract';
import { describe, expect, it } from 'vitest';
import { createRateLimiter } from '#core/people/rate-limiter.ts';
import { createUser } from '#core/people/operate-user.ts';
import { createHttpServer } from '#http/server.ts';
import { createClient, setupAdmin, signIn } from '../_harness/client.ts';
import { databases } from '../_harness/databases.ts';
import { newShelf } from '../_harness/shelf.ts';
import { startServer, type TestServer } from '../_harness/start-server.ts';

const ME = '/api/v1/auth/me';
const STATUS = '/api/v1/setup/status';
const DEFAULTS = {
  'rate_limit.anonymous_rps': '10',
  'rate_limit.anonymous_burst': '50',
  'rate_limit.authenticated_rps': '50',
  'rate_limit.authenticated_burst': '200',
};

/** The HTTP side of a server once more, for which time stands still unless the test lets it go on. */
async function stopClock(server: TestServer) {
  const clock = { now: 0 };
  const limiter = createRateLimiter(server.context.settings, () => clock.now);
  const http = await createHttpServer({ ...server.context, limiter });
  const url = await http.listen();
  const ask = async (path: string, headers: Record<string, string> = {}, init: RequestInit = {}) => {
    const response = await fetch(url + path, { ...init, headers });
    await response.body?.cancel();
    const left = response.headers.get('x-ratelimit-remaining');
    return [response.status, left === null ? null : Number(left)] as const;
  };
  return { url, clock, ask, limiter, [Symbol.asyncDispose]: async () => http[Symbol.asyncDispose]() };
}

function basic(name: string, password: string): { authorization: string } {
  return { authorization: `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}` };
}

describe.each(databases)('the rate limit on %s', (kind) => {
  it('lets an address send a burst, then refuses it until a token has come, and tells so', async () => {
    await using server = await startServer(kind, { config: DEFAULTS });
    await using frozen = await stopClock(server);
    for (let left = 49; left >= 0; left -= 1) expect(await frozen.ask(STATUS)).toEqual([200, left]);
    const response = await fetch(frozen.url + STATUS);
    const names = ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset', 'retry-after'];
    expect([response.status, ...names.map((name) => response.headers.get(name))]).toEqual([429, '50', '0', '1', '1']);
    expect(await response.json()).toEqual({
      error: 'rate_limit_exceeded',
      message: 'Too many requests. Try again in 1 second',
      details: null,
      retry_after: 1,
    });
    // Neither health nor anything below events is limited; wrong addresses and bad requests are.
    expect(await frozen.ask('/health')).toEqual([200, 0]);
    expect(await frozen.ask('/api/v1/events/stream')).toEqual([401, 0]);
    expect(await frozen.ask('/api/v1/events/nothing')).toEqual([404, 0]);
    expect(await frozen.ask('/api/v1/eventsx')).toEqual([429, 0]);
    expect(await frozen.ask('/api/v1/books/%zz')).toEqual([429, 0]);
    expect(await frozen.ask(ME)).toEqual([429, 0]);
    frozen.clock.now += 99;
    expect(await frozen.ask(STATUS)).toEqual([429, 0]);
    frozen.clock.now += 1;
    expect(await frozen.ask(STATUS)).toEqual([200, 0]);
    frozen.clock.now += 60_000;
    expect(await frozen.ask('/api/v1/nothing')).toEqual([404, 49]);
    expect(await frozen.ask('/api/v1/books/%zz')).toEqual([400, 48]);
    expect(await frozen.ask(ME)).toEqual([401, 47]);
    expect((await frozen.ask('/', { accept: 'text/html' }))[1]).toBe(47);
  });

  it('counts each user alone, over all their credentials', async () => {
    await using server = await startServer(kind, { config: DEFAULTS });
    const admin = await setupAdmin(server);
    await createUser(server.context, { username: 'ann', password: 'the same for all', email: null, role: 'reader' });
    const ann = await signIn(server, { username: 'ann', password: 'the same for all' });
    const { key } = await ann.call('createApiKey', { body: { name: 'Key', permissions: [] } });
    await using frozen = await stopClock(server);
    const ways: readonly Record<string, string>[] = [
      { authorization: `Bearer ${String(ann.token)}` },
      { cookie: `lectern_session=${String(ann.token)}` },
      { 'x-api-key': key },
      { authorization: `Bearer ${key}` },
      basic('api', key),
      basic('ann', 'the same for all'),
      basic('ann', 'the same for all'),
    ];
    for (const [index, headers] of ways.entries()) expect(await frozen.ask(ME, headers)).toEqual([200, 199 - index]);
    // A refused permission is a request of the user; a forged token is one of the address.
    expect(await frozen.ask('/api/v1/books', { 'x-api-key': key })).toEqual([403, 192]);
    expect(await frozen.ask(ME, { authorization: `Bearer ${String(ann.token).slice(0, -4)}AAAA` })).toEqual([401, 49]);
    for (let left = 191; left >= 0; left -= 1) await frozen.ask(ME, { 'x-api-key': key });
    for (const headers of ways) expect(await frozen.ask(ME, headers)).toEqual([429, 0]);
    expect(await frozen.ask(ME, { authorization: `Bearer ${String(admin.token)}` })).toEqual([200, 199]);
    frozen.clock.now += 20;
    expect(await frozen.ask(ME, { 'x-api-key': key })).toEqual([200, 0]);
  });

  it('takes a tenth for pictures and what is unchanged, a whole token for their errors, and one for a wrong password', async () => {
    await using server = await startServer(kind, { config: DEFAULTS });
    const admin = await setupAdmin(server);
    const shelf = await newShelf(server);
    const book = await shelf.addBook(await shelf.addSeries('Series'), 'Book');
    await using frozen = await stopClock(server);
    const me = { authorization: `Bearer ${String(admin.token)}` };
    const cover = `/api/v1/books/${book}/thumbnail`;
    const nothing = '/api/v1/books/0192f0c1-0000-7000-8000-000000000000/thumbnail';
    for (let count = 0; count < 10; count += 1) expect(await frozen.ask(cover, me)).toEqual([200, 199]);
    expect(await frozen.ask(cover, me)).toEqual([200, 198]);
    expect(await frozen.ask(nothing, me)).toEqual([404, 197]);
    const first = await fetch(`${frozen.url}/api/v1/libraries`, { headers: me });
    expect(first.headers.get('x-ratelimit-remaining')).toBe('196');
    const again = { ...me, 'if-none-match': first.headers.get('etag') ?? '' };
    for (let count = 0; count < 9; count += 1) expect(await frozen.ask('/api/v1/libraries', again)).toEqual([304, 196]);
    expect(await frozen.ask('/api/v1/libraries', again)).toEqual([304, 195]);
    // A password is checked at the address's cost: given back when it is right.
    const wrong = basic('admin', 'wrong password');
    for (const left of [49, 48]) expect(await frozen.ask('/api/v1/events/stream', wrong)).toEqual([401, left]);
    expect(await frozen.ask(ME, basic('admin', 'correct horse battery'))).toEqual([200, 194]);
    expect(await frozen.ask(STATUS)).toEqual([200, 47]);
  });

  it('changes with its settings, at once', async () => {
    await using server = await startServer(kind, { config: DEFAULTS });
    const admin = await setupAdmin(server);
    await using frozen = await stopClock(server);
    const client = createClient(frozen, admin.token);
    const set = async (key: string, value: number | boolean) =>
      client.call('updateSetting', { params: { key: `rate_limit.${key}` }, body: { value } });
    await set('anonymous_burst', 2);
    expect([await frozen.ask(STATUS), await frozen.ask(STATUS), await frozen.ask(STATUS)]).toEqual([
      [200, 1],
      [200, 0],
      [429, 0],
    ]);
    await set('anonymous_rps', 1_000);
    frozen.clock.now += 1;
    expect(await frozen.ask(STATUS)).toEqual([200, 0]);
    await set('enabled', false);
    expect(await frozen.ask(STATUS)).toEqual([200, null]);
    await set('enabled', true);
    expect(await frozen.ask(STATUS)).toEqual([429, 0]);
  });

  it('believes forwarded addresses only from trusted proxies', async () => {
    const from = (ip: string) => ({ 'x-forwarded-for': ip });
    await using direct = await startServer(kind, { config: DEFAULTS });
    await using behind = await startServer(kind, { config: { ...DEFAULTS, 'server.trusted_proxies': 'loopback' } });
    await using open = await stopClock(direct);
    await using proxied = await stopClock(behind);
    expect([await open.ask(STATUS, from('203.0.113.1')), await open.ask(STATUS, from('203.0.113.2'))]).toEqual([
      [200, 49],
      [200, 48],
    ]);
    const left = async (ip: string) => (await proxied.ask(STATUS, from(ip)))[1];
    expect([await left('203.0.113.1'), await left('203.0.113.2'), await left('203.0.113.1')]).toEqual([49, 49, 48]);
    // Only what the trusted proxy itself says counts, not what the client told it.
    expect(await left('198.51.100.7, 203.0.113.1')).toBe(47);
    expect([await left('2001:db8::1'), await left('2001:db8::2')]).toEqual([49, 48]);
    expect(proxied.limiter.count()).toBe(3);
  });
});

describe('what a request costs', () => {
  it('is a tenth for covers and pages, nothing for health and events, and a token for everything else', () => {
    const withTokens = (tokens: number): string[] =>
      (Object.keys(routes) as RouteName[]).filter((name) => {
        const entry = api[name];
        return ('tokens' in entry ? entry.tokens : 1) === tokens;
      });
    expect(withTokens(0)).toEqual(['getHealth', 'streamLogs', 'streamEvents']);
    expect(withTokens(0.1)).toEqual(
      (Object.keys(routes) as RouteName[]).filter((name) =>
        /^GET .*\/(thumbnail|cover|covers\/\{coverId\}\/image|pages\/\{pageNumber\})$/.test(routes[name].join(' ')),
      ),
    );
  });
});
