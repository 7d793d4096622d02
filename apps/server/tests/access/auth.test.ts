import { stat } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { createClient, expectRefusal, setupAdmin, signIn } from '../_harness/client.ts';
import { databases } from '../_harness/databases.ts';
import { openHome } from '../_harness/home.ts';
import { startServer } from '../_harness/start-server.ts';
import { createAccess } from '#core/people/access.ts';
import { createApiKey } from '#core/people/api-keys.ts';
import { identifyByToken } from '#core/people/identify.ts';
import { createUser, resetPassword } from '#core/people/operate-user.ts';
import { changePassword } from '#core/people/profile.ts';
import { signIn as openSession } from '#core/people/sign-in.ts';
import type { Database } from '#db/open.ts';

const ME = '/api/v1/auth/me';
const LOGOUT = '/api/v1/auth/logout';
const admin = { username: 'admin', password: 'correct horse battery' };

function basic(name: string, password: string): Record<string, string> {
  return { authorization: `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}` };
}

async function login(url: string, body: unknown): Promise<Response> {
  return fetch(`${url}/api/v1/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
}

async function fetchCookie(url: string): Promise<string> {
  const response = await login(url, admin);
  return (response.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
}

class DisposableAgent extends Agent {
  [Symbol.dispose](): void {
    this.destroy();
  }
}

/** Asks who a token stands for. */
async function askWho(url: string, token: string, agent: Agent) {
  return await new Promise<{ status: number | undefined; username: unknown; port: number | undefined }>(
    (resolve, reject) => {
      const outgoing = request(`${url}${ME}`, { agent, headers: { authorization: `Bearer ${token}` } }, (answer) => {
        const port = answer.socket.localPort;
        text(answer).then((body) => {
          const { username } = JSON.parse(body) as { readonly username?: unknown };
          resolve({ status: answer.statusCode, username, port });
        }, reject);
      });
      outgoing.on('error', reject).end();
    },
  );
}

describe.each(databases)('signing in on %s', (kind) => {
  it('is for one request: the next on the same connection may belong to another user, or be refused', async () => {
    await using server = await startServer(kind);
    await createClient(server).call('initializeSetup', { body: admin });
    await createUser(server.context, { username: 'bob', password: 'bobs password', email: null, role: 'reader' });
    const ann = (await createClient(server).call('login', { body: admin })).access_token;
    const bob = (await createClient(server).call('login', { body: { username: 'bob', password: 'bobs password' } }))
      .access_token;
    using agent = new DisposableAgent({ keepAlive: true, maxSockets: 1 });
    const answers = [];
    for (const token of [ann, ann, bob, ann, `${ann}x`, bob]) answers.push(await askWho(server.url, token, agent));
    const names = answers.map(({ status, username }) => (status === 200 ? username : status));
    expect(names).toEqual(['admin', 'admin', 'bob', 'admin', 401, 'bob']);
    await server.context.db.transaction(async (tx) => tx.write.deleteFrom('session').execute());
    server.context.access.sessions.forget(() => true);
    answers.push(await askWho(server.url, bob, agent));
    expect(answers.at(-1)?.status).toBe(401);
    expect(new Set(answers.map(({ port }) => port)).size).toBe(1);
  });

  it('takes the name in any case, or the e-mail address', async () => {
    await using server = await startServer(kind);
    await createClient(server).call('initializeSetup', { body: { ...admin, email: 'Ann@Example.org' } });
    for (const username of ['admin', 'ADMIN', 'ann@example.org', ' admin ']) {
      const { user } = await createClient(server).call('login', { body: { ...admin, username } });
      expect(user).toMatchObject({ username: 'admin', email: 'Ann@Example.org', role: 'admin' });
    }
  });

  it('says the same of an unknown name, a wrong password and an inactive user', async () => {
    await using server = await startServer(kind);
    await setupAdmin(server);
    await createUser(server.context, { username: 'bob', password: 'bobs password', email: null, role: 'reader' });
    await server.context.db.transaction(async (tx) =>
      tx.write.updateTable('user').set({ isActive: 0 }).where('username', '=', 'bob').execute(),
    );
    const answers = await Promise.all(
      [
        { username: 'nobody', password: 'whatever it is' },
        { username: 'admin', password: 'wrong password' },
        { username: 'bob', password: 'bobs password' },
      ].map(async (body) => {
        const response = await login(server.url, body);
        return [response.status, response.headers.get('www-authenticate'), await response.json()] as const;
      }),
    );
    expect(answers[0]).toEqual([
      401,
      'Bearer',
      { error: 'Unauthorized', message: 'The user name or password is wrong', details: null },
    ]);
    expect(answers[1]).toEqual(answers[0]);
    expect(answers[2]).toEqual(answers[0]);
  });

  it('makes a name wait after ten failures, the right password included, and no other name', async () => {
    await using server = await startServer(kind);
    await setupAdmin(server);
    await createUser(server.context, { username: 'bob', password: 'bobs password', email: null, role: 'reader' });
    for (let attempt = 0; attempt < 10; attempt += 1) {
      expect((await login(server.url, { username: 'Bob', password: `guess ${String(attempt)}` })).status).toBe(401);
    }
    const waiting = await login(server.url, { username: 'bob', password: 'bobs password' });
    const body = (await waiting.json()) as { error: string; retry_after: number };
    expect(waiting.status).toBe(429);
    expect(body.error).toBe('rate_limit_exceeded');
    expect(body.retry_after).toBeGreaterThan(800);
    expect(waiting.headers.get('retry-after')).toBe(String(body.retry_after));
    expect((await fetch(server.url + ME, { headers: basic('bob', 'bobs password') })).status).toBe(429);
    expect((await login(server.url, admin)).status).toBe(200);
  });

  it('makes a name wait although all guesses come at once', async () => {
    await using server = await startServer(kind);
    await setupAdmin(server);
    const guesses = Array.from({ length: 40 }, async (_, attempt) =>
      login(server.url, { username: 'admin', password: `guess ${String(attempt)}` }),
    );
    const statuses = (await Promise.all(guesses)).map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([401, 429]));
    expect(statuses.filter((status) => status === 401).length).toBeLessThanOrEqual(15);
  });

  it('ends with logout: token and cookie are refused from then on', async () => {
    await using server = await startServer(kind);
    await setupAdmin(server);
    const client = await signIn(server);
    const other = await signIn(server);
    expect((await client.fetch(ME)).status).toBe(200);
    const response = await client.fetch(LOGOUT, { method: 'POST' });
    expect(response.status).toBe(204);
    expect(response.headers.get('set-cookie')).toMatch(/^lectern_session=; .*Max-Age=0/);
    expect((await client.fetch(ME)).status).toBe(401);
    expect((await other.fetch(ME)).status).toBe(200);
  });

  it('ends everywhere with a new password', async () => {
    await using server = await startServer(kind);
    const client = await setupAdmin(server);
    const headers = basic(admin.username, admin.password);
    expect((await client.fetch(ME)).status).toBe(200);
    expect((await fetch(server.url + ME, { headers })).status).toBe(200);
    await resetPassword(server.context, 'admin', 'another password');
    expect((await client.fetch(ME)).status).toBe(401);
    expect((await fetch(server.url + ME, { headers })).status).toBe(401);
    expect((await login(server.url, { ...admin, password: 'another password' })).status).toBe(200);
  });

  it('does not take the old password once another process has stored a new one', async () => {
    await using server = await startServer(kind);
    await setupAdmin(server);
    const headers = basic(admin.username, admin.password);
    expect((await fetch(server.url + ME, { headers })).status).toBe(200);
    const otherProcess = { db: server.context.db, access: createAccess({ jwtSecret: 'another', sessionHours: 1 }) };
    await resetPassword({ ...server.context, ...otherProcess }, 'admin', 'another password');
    expect((await fetch(server.url + ME, { headers })).status).toBe(401);
    expect((await fetch(server.url + ME, { headers: basic('admin', 'another password') })).status).toBe(200);
  });

  it('takes no password that was replaced during its check', async () => {
    await using server = await startServer(kind);
    const client = await setupAdmin(server);
    const { context } = server;
    const openViewer = async () => identifyByToken(context, (await client.call('login', { body: admin })).access_token);
    const [maker, viewer] = [await openViewer(), await openViewer()];
    const replaceFirst =
      (next: string): Database['transaction'] =>
      async (work) => {
        await resetPassword(context, 'admin', next);
        return context.db.transaction(work);
      };
    const late = (next: string) => ({ ...context, db: { ...context.db, transaction: replaceFirst(next) } });
    const { username, password } = admin;
    // The new one is the same text with another hash: only the session tells.
    const made = createApiKey(late(password), maker, { name: 'of the thief' }, '127.0.0.1');
    await expect(made).rejects.toMatchObject({ kind: 'Unauthorized' });
    const browser = { ip: '127.0.0.1', userAgent: null, device: undefined, remembered: undefined, place: undefined };
    const enter = openSession(late('a second password'), { username, password }, { ...browser, language: 'en' });
    await expect(enter).rejects.toMatchObject({ kind: 'Unauthorized' });
    const change = { currentPassword: 'a second password', newPassword: 'of the thief' };
    const refused = changePassword(late('a third password'), viewer, change, browser.ip);
    await expect(refused).rejects.toMatchObject({ kind: 'BadRequest' });
    expect((await login(server.url, { username, password: 'of the thief' })).status).toBe(401);
    expect((await login(server.url, { username, password: 'a third password' })).status).toBe(200);
  });

  it('lasts over a restart of the server, with a secret that only its owner can read', async () => {
    await using home = await openHome(kind);
    let token = '';
    {
      await using server = await startServer(kind, { home });
      await setupAdmin(server);
      token = (await createClient(server).call('login', { body: admin })).access_token;
      expect((await stat(join(server.dataDir, 'jwt-secret'))).mode & 0o777).toBe(0o600);
    }
    await using again = await startServer(kind, { home });
    expect(await createClient(again, token).call('getCurrentUser', {})).toMatchObject({ username: 'admin' });
  });
});

describe.each(databases)('a credential on %s', (kind) => {
  it('is a bearer token; forged, cut and unsigned ones are refused', async () => {
    await using server = await startServer(kind);
    await setupAdmin(server);
    const { access_token: token } = await createClient(server).call('login', { body: admin });
    const [head = '', claims = '', signature = ''] = token.split('.');
    const payload = JSON.parse(Buffer.from(claims, 'base64url').toString()) as Record<string, unknown>;
    expect(Object.keys(payload).sort()).toEqual(['exp', 'iat', 'role', 'sid', 'sub', 'username']);
    expect(Number(payload['exp']) - Number(payload['iat'])).toBe(86_400);
    const unsigned = Buffer.from(JSON.stringify({ alg: 'none', typ: 'JWT' })).toString('base64url');
    const other = Buffer.from(JSON.stringify({ ...payload, username: 'eve' })).toString('base64url');
    const bad = [`${head}.${other}.${signature}`, `${unsigned}.${claims}.`, token.slice(0, -2), 'x', 'a.b.c'];
    for (const text of bad) {
      const response = await fetch(server.url + ME, { headers: { authorization: `Bearer ${text}` } });
      expect([text, response.status]).toEqual([text, 401]);
    }
  });

  it('is a cookie for reading, and for writing only from a page of this server', async () => {
    await using server = await startServer(kind);
    await setupAdmin(server);
    const cookie = await fetchCookie(server.url);
    const origin = new URL(server.url).origin;
    expect((await fetch(server.url + ME, { headers: { cookie } })).status).toBe(200);
    expect((await fetch(server.url + ME, { method: 'HEAD', headers: { cookie } })).status).toBe(200);
    const post = async (headers: Record<string, string>): Promise<number> =>
      (await fetch(server.url + LOGOUT, { method: 'POST', headers: { cookie, ...headers } })).status;
    expect(await post({})).toBe(401);
    expect(await post({ origin: 'https://elsewhere.example' })).toBe(401);
    expect(await post({ 'sec-fetch-site': 'cross-site', origin })).toBe(401);
    expect(await post({ origin })).toBe(204);
  });

  it('is set as a cookie that scripts cannot read and other sites do not send', async () => {
    await using server = await startServer(kind, { config: { 'server.trusted_proxies': 'loopback' } });
    await setupAdmin(server);
    const plain = await login(server.url, admin);
    expect(plain.headers.getSetCookie()[0]).toMatch(
      /^lectern_session=[\w.-]+; Path=\/; Max-Age=86400; HttpOnly; SameSite=Lax$/,
    );
    const overHttps = await fetch(`${server.url}/api/v1/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-proto': 'https' },
      body: JSON.stringify(admin),
    });
    const lines = overHttps.headers.getSetCookie();
    expect(lines.map((line) => /^[^=]+/.exec(line)?.[0])).toEqual([
      '__Host-lectern_session',
      '__Secure-lectern_refresh',
      '__Secure-lectern_device',
    ]);
    expect(lines.filter((line) => !line.endsWith('; Secure'))).toEqual([]);
    // Whatever a neighbour below the same domain plants beside it counts for nothing; what was set before goes on.
    const [, session = ''] = /=([^;]+)/.exec(lines[0] ?? '') ?? [];
    const statusWith = async (cookie: string) => (await fetch(server.url + ME, { headers: { cookie } })).status;
    expect(await statusWith(`lectern_session=planted; __Host-lectern_session=${session}`)).toBe(200);
    expect(await statusWith(`__Host-lectern_session=planted; lectern_session=${session}`)).toBe(401);
    expect(await statusWith(`lectern_session=${session}`)).toBe(200);
    const ended = await fetch(server.url + LOGOUT, {
      method: 'POST',
      headers: {
        cookie: `__Host-lectern_session=${session}`,
        'x-forwarded-proto': 'https',
        'sec-fetch-site': 'same-origin',
      },
    });
    expect(ended.headers.getSetCookie().map((line) => line.split(';')[0])).toEqual([
      '__Host-lectern_session=',
      '__Secure-lectern_refresh=',
    ]);
  });

  it('is HTTP Basic with name or e-mail address, passwords with colons included', async () => {
    await using server = await startServer(kind);
    await createClient(server).call('initializeSetup', {
      body: { username: 'ann', password: 'pass:word:1', email: 'ann@example.org' },
    });
    for (const name of ['ann', 'ann@example.org']) {
      const response = await fetch(server.url + ME, { headers: basic(name, 'pass:word:1') });
      expect(response.status).toBe(200);
    }
    expect((await fetch(server.url + ME, { headers: basic('ann', 'pass:word') })).status).toBe(401);
    expect((await fetch(server.url + ME, { headers: basic('an\0n', 'pass:word:1') })).status).toBe(401);
    expect((await fetch(server.url + ME, { headers: { authorization: 'Basic !!!' } })).status).toBe(401);
  });

  it('is one guess when an app sends it with many requests at once', async () => {
    await using server = await startServer(kind);
    await setupAdmin(server);
    const ask = async (password: string) =>
      (await fetch(server.url + ME, { headers: basic(admin.username, password) })).status;
    const wrong = await Promise.all(Array.from({ length: 12 }, async () => ask('an old password')));
    expect(new Set(wrong)).toEqual(new Set([401]));
    const right = await Promise.all(Array.from({ length: 12 }, async () => ask(admin.password)));
    expect(new Set(right)).toEqual(new Set([200]));
  });

  it('stops working when the user is deactivated, a remembered password too', async () => {
    await using server = await startServer(kind);
    await setupAdmin(server);
    const headers = basic(admin.username, admin.password);
    expect((await fetch(server.url + ME, { headers })).status).toBe(200);
    await server.context.db.transaction(async (tx) => tx.write.updateTable('user').set({ isActive: 0 }).execute());
    expect((await fetch(server.url + ME, { headers })).status).toBe(401);
  });

  it.each([
    ['x-api-key', 'nonsense', 'This is not an API key'],
    ['x-api-key', 'svc_short', 'This is not an API key'],
    ['authorization', 'Bearer svc_short', 'This is not an API key'],
    ['x-api-key', `svc_abcd1234_${'A'.repeat(32)}`, 'This API key is unknown'],
  ])('in %s that is the key %s is refused', async (name, value, message) => {
    await using server = await startServer(kind);
    const response = await fetch(server.url + ME, { headers: { [name]: value } });
    expect([response.status, await response.json()]).toEqual([401, { error: 'Unauthorized', message, details: null }]);
  });

  it('is not asked for by public endpoints, even a bad one', async () => {
    await using server = await startServer(kind);
    const client = createClient(server, 'stale');
    expect((await client.call('getSetupStatus', {})).setupRequired).toBe(true);
  });

  it('must be given: without any the answer is 401', async () => {
    await using server = await startServer(kind);
    const refusal = await expectRefusal(createClient(server).call('getCurrentUser', {}));
    expect([refusal.status, refusal.kind, refusal.details]).toEqual([401, 'Unauthorized', null]);
  });
});
