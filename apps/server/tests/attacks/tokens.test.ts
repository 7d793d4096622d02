import { createHmac, generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { LoginResponse } from '@lectern/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, createClient, setupAdmin } from '../_harness/client.ts';
import { databases } from '../_harness/databases.ts';
import { openEventStream } from '../_harness/event-stream.ts';
import { newShelf } from '../_harness/shelf.ts';
import { startServer, type TestServer } from '../_harness/start-server.ts';

const ME = '/api/v1/auth/me';
const PASSWORD = 'a good password';

type Claims = Readonly<Record<string, unknown>>;

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** A token under a head and a secret of one's own choice. */
function forge(head: Claims, claims: Claims, secret: string | Buffer, hash = 'sha256'): string {
  const text = `${encode(head)}.${encode(claims)}`;
  return `${text}.${createHmac(hash, secret).update(text).digest('base64url')}`;
}

describe.each(databases)('a credential that was made up or kept on %s', (kind) => {
  let server: TestServer;
  let admin: Client;
  let secret: string;
  let claims: Claims;

  beforeAll(async () => {
    server = await startServer(kind);
    admin = await setupAdmin(server);
    secret = (await readFile(join(server.dataDir, 'jwt-secret'), 'utf8')).trim();
    const [, payload = ''] = (admin.token ?? '').split('.');
    claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Claims;
  });
  afterAll(async () => server[Symbol.asyncDispose]());

  const fetchStatus = async (headers: Readonly<Record<string, string>>): Promise<number> =>
    (await fetch(server.url + ME, { headers })).status;

  async function newUser(username: string) {
    const user = await admin.call('createUser', { body: { username, password: PASSWORD } });
    const login = async (password = PASSWORD) => createClient(server).call('login', { body: { username, password } });
    const signedIn = await login();
    return { ...user, login, signedIn, client: createClient(server, signedIn.access_token) };
  }

  it('is refused: unsigned, signed with another secret or algorithm, expired, or for no account', async () => {
    const HS256 = { alg: 'HS256', typ: 'JWT' };
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const rsaText = `${encode({ alg: 'RS256', typ: 'JWT' })}.${encode(claims)}`;
    const now = Math.floor(Date.now() / 1000);
    const { exp: _exp, ...timeless } = claims;
    const forged: Readonly<Record<string, string>> = {
      'alg none': `${encode({ alg: 'none', typ: 'JWT' })}.${encode(claims)}.`,
      'alg None, signed': forge({ alg: 'None' }, claims, secret),
      'no alg': forge({ typ: 'JWT' }, claims, secret),
      'an empty secret': forge(HS256, claims, ''),
      'another secret': forge(HS256, claims, randomUUID()),
      'HS384 with the right secret': forge({ alg: 'HS384', typ: 'JWT' }, claims, secret, 'sha384'),
      'HS512 with the right secret': forge({ alg: 'HS512', typ: 'JWT' }, claims, secret, 'sha512'),
      RS256: `${rsaText}.${sign('sha256', Buffer.from(rsaText), privateKey).toString('base64url')}`,
      'a key of its own in the head': forge({ ...HS256, jwk: { kty: 'oct', k: 'QQ' } }, claims, 'A'),
      'a key id that leads elsewhere': forge({ ...HS256, kid: '../../dev/null' }, claims, ''),
      'critical extensions': forge({ ...HS256, crit: ['exp'], b64: false }, claims, ''),
      'out of time': forge(HS256, { ...claims, exp: now - 120 }, secret),
      'without a time': forge(HS256, timeless, secret),
      'a time that is no number': forge(HS256, { ...claims, exp: 'never' }, secret),
      'not yet': forge(HS256, { ...claims, nbf: now + 3_600 }, secret),
      'another session': forge(HS256, { ...claims, sid: randomUUID() }, secret),
      'another user': forge(HS256, { ...claims, sub: randomUUID() }, secret),
      'no ids': forge(HS256, { ...claims, sub: { $ne: null }, sid: ["' or 1=1 --"] }, secret),
      'a list': forge(HS256, [claims] as unknown as Claims, secret),
      'a second part': `${admin.token ?? ''}.${(admin.token ?? '').split('.')[2] ?? ''}`,
      'no signature': (admin.token ?? '').split('.').slice(0, 2).join('.'),
      'an empty signature': `${(admin.token ?? '').split('.').slice(0, 2).join('.')}.`,
    };
    for (const [what, token] of Object.entries(forged)) {
      expect([what, await fetchStatus({ authorization: `Bearer ${token}` })]).toEqual([what, 401]);
      expect([what, await fetchStatus({ cookie: `lectern_session=${token}` })]).toEqual([what, 401]);
    }
    // What is wrong is wrong with these alone: one that was made just like them is good.
    expect(await fetchStatus({ authorization: `Bearer ${forge(HS256, claims, secret)}` })).toBe(200);
  });

  it('says nothing that is believed but who it is: a role in it gives none', async () => {
    const { signedIn } = await newUser('climber');
    const own = JSON.parse(Buffer.from(signedIn.access_token.split('.')[1] ?? '', 'base64url').toString()) as Claims;
    const token = forge({ alg: 'HS256', typ: 'JWT' }, { ...own, role: 'admin', permissions: ['SystemAdmin'] }, secret);
    const client = createClient(server, token);
    expect(await client.call('getCurrentUser', {})).toMatchObject({ username: 'climber', role: 'reader' });
    expect((await client.fetch('/api/v1/users')).status).toBe(403);
  });

  it('is taken from no address, no body and no other header', async () => {
    const token = admin.token ?? '';
    const { key } = await admin.call('createApiKey', { body: { name: 'Tests' } });
    for (const credential of [token, key]) {
      for (const name of ['token', 'access_token', 'api_key', 'apiKey', 'key', 'authorization', 'jwt']) {
        const response = await fetch(`${server.url + ME}?${name}=${encodeURIComponent(credential)}`);
        expect([name, response.status]).toEqual([name, 401]);
      }
    }
    const headers = [
      { 'proxy-authorization': `Bearer ${token}` },
      { 'x-access-token': token },
      { authorization: `bearer${token}` },
      { authorization: `Token ${token}` },
      { cookie: `session=${token}` },
      { 'x-remote-user': 'admin', 'remote-user': 'admin', 'x-forwarded-user': 'admin', 'x-auth-user': 'admin' },
    ];
    for (const one of headers) expect([Object.keys(one), await fetchStatus(one)]).toEqual([Object.keys(one), 401]);
  });

  it('is new after each sign-in: an attacker cannot choose the session of a user', async () => {
    const { login } = await newUser('fixed');
    const body = JSON.stringify({ username: 'fixed', password: PASSWORD });
    const planted = (await login()).access_token;
    const response = await fetch(`${server.url}/api/v1/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie: `lectern_session=${planted}; lectern_refresh=planted` },
      body,
    });
    const given = response.headers.getSetCookie().join('\n');
    expect(given).toMatch(/^lectern_session=/);
    expect(given).not.toContain(planted);
    const sids = [planted, /lectern_session=([^;]+)/.exec(given)?.[1] ?? ''].map(
      (token) => (JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Claims)['sid'],
    );
    expect(new Set(sids).size).toBe(2);
  });

  it('ends the session that the browser had before, and no other', async () => {
    const { login } = await newUser('again');
    const body = JSON.stringify({ username: 'again', password: PASSWORD });
    const isOpen = async ({ access_token: token }: LoginResponse): Promise<boolean> =>
      (await createClient(server, token).fetch('/api/v1/auth/me')).status === 200;
    const [byToken, byRefresh, elsewhere] = [await login(), await login(), await login()];
    const signIn = async (cookie: string, site: string): Promise<number> => {
      const headers = { 'content-type': 'application/json', 'sec-fetch-site': site, cookie };
      return (await fetch(`${server.url}/api/v1/auth/login`, { method: 'POST', headers, body })).status;
    };
    // A page of another site ends nothing.
    expect(await signIn(`lectern_session=${byToken.access_token}`, 'cross-site')).toBe(200);
    expect(await isOpen(byToken)).toBe(true);
    expect(await signIn(`lectern_session=${byToken.access_token}`, 'same-origin')).toBe(200);
    expect(await signIn(`lectern_refresh=${byRefresh.refresh_token ?? ''}; lectern_session=x`, 'same-origin')).toBe(
      200,
    );
    expect([await isOpen(byToken), await isOpen(byRefresh), await isOpen(elsewhere)]).toEqual([false, false, true]);
  });

  it('is worth nothing any more once it was given up: by its owner, by a new password, by an administrator', async () => {
    const ways: Readonly<Record<string, (user: Awaited<ReturnType<typeof newUser>>) => Promise<unknown>>> = {
      logout: async ({ client }) => client.call('logout', {}),
      provider: async ({ client }) => client.call('logoutAtProvider', {}),
      password: async ({ login }) =>
        createClient(server, (await login()).access_token).call('changePassword', {
          body: { currentPassword: PASSWORD, newPassword: 'another good password' },
        }),
      reset: async (user) => admin.call('updateUser', { params: user, body: { password: 'another good password' } }),
      inactive: async (user) => admin.call('updateUser', { params: user, body: { isActive: false } }),
      ended: async (user) => admin.call('deleteUserSessions', { params: user }),
      deleted: async (user) => admin.call('deleteUser', { params: user }),
    };
    for (const [way, end] of Object.entries(ways)) {
      const user = await newUser(`kept ${way}`);
      const { access_token: token, refresh_token: refreshToken = '' } = user.signedIn;
      expect([way, await fetchStatus({ authorization: `Bearer ${token}` })]).toEqual([way, 200]);
      await end(user);
      expect([way, await fetchStatus({ authorization: `Bearer ${token}` })]).toEqual([way, 401]);
      expect([way, await fetchStatus({ cookie: `lectern_session=${token}` })]).toEqual([way, 401]);
      const renewal = await fetch(`${server.url}/api/v1/auth/refresh`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ refreshToken }),
      });
      expect([way, renewal.status]).toEqual([way, 401]);
    }
  });

  it('may no more than its owner may now, from the next request on', async () => {
    const { client, id } = await newUser('demoted');
    const change = async (body: Readonly<Record<string, unknown>>) =>
      admin.call('updateUser', { params: { id }, body });
    await change({ role: 'admin' });
    const { key } = await client.call('createApiKey', { body: { name: 'Made as administrator' } });
    const asks = async () =>
      Promise.all(
        [{ authorization: `Bearer ${client.token ?? ''}` }, { 'x-api-key': key }].map(
          async (headers) => (await fetch(`${server.url}/api/v1/users`, { headers })).status,
        ),
      );
    expect(await asks()).toEqual([200, 200]);
    await change({ role: 'reader' });
    expect(await asks()).toEqual([403, 403]);
  });

  it('hears no more of what was taken away while its stream was open, and nothing of it when it comes back', async () => {
    const [mine, other] = [await newShelf(server, { name: 'Mine' }), await newShelf(server, { name: 'Other' })];
    const { client, id } = await newUser('listener');
    const share = async (...libraryIds: string[]) => admin.call('updateUser', { params: { id }, body: { libraryIds } });
    await share(mine.libraryId, other.libraryId);
    const tell = (library_id: string): void =>
      server.context.events.emit({ type: 'library_updated', library_id, timestamp: new Date(0).toISOString() });
    const stream = await openEventStream(client, '/api/v1/events/stream');
    tell(other.libraryId);
    const lastId = /id: (\S+)/.exec(await stream.until(other.libraryId))?.[1] ?? '';
    await share(mine.libraryId);
    const heard = (await stream.until('id: ')).length;
    tell(other.libraryId);
    tell(mine.libraryId);
    expect((await stream.until(mine.libraryId)).slice(heard)).not.toContain(other.libraryId);
    await stream.close();
    const again = await openEventStream(client, '/api/v1/events/stream', { 'last-event-id': lastId });
    tell(mine.libraryId);
    expect(await again.until(mine.libraryId)).not.toContain(other.libraryId);
    await again.close();
    // A client without any access is disconnected.
    const last = await openEventStream(client, '/api/v1/events/stream');
    await admin.call('updateUser', { params: { id }, body: { isActive: false } });
    expect(await last.ended()).not.toContain(other.libraryId);
  });
});
