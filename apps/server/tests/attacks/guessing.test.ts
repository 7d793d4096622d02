import { hash } from '@node-rs/argon2';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, expectRefusal, setupAdmin, signIn } from '../_harness/client.ts';
import { databases } from '../_harness/databases.ts';
import { openHome } from '../_harness/home.ts';
import { until } from '../_harness/scans.ts';
import { startServer, type TestServer } from '../_harness/start-server.ts';

const PASSWORD = 'a good password';
const ME = '/api/v1/auth/me';

function basic(name: string, password: string): Record<string, string> {
  return { authorization: `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}` };
}

describe.each(databases)('strangers who guess passwords on %s', (kind) => {
  let server: TestServer;
  let admin: Client;
  let networks = 0;

  beforeAll(async () => {
    server = await startServer(kind, { config: { 'server.trusted_proxies': 'loopback' } });
    admin = await setupAdmin(server);
  });
  afterAll(async () => server[Symbol.asyncDispose]());

  /** An account for one test, without failed guesses. */
  async function newUser(username: string) {
    return admin.call('createUser', {
      body: { username, password: PASSWORD, email: `${username}@example.org`, role: 'maintainer' },
    });
  }

  /** An address that nothing came from so far. */
  function newAddress(): string {
    networks += 1;
    return `198.51.${String(networks >> 8)}.${String(networks & 255)}`;
  }

  async function login(
    username: string,
    password: string,
    ip: string,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Response> {
    return fetch(`${server.url}/api/v1/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': ip, ...headers },
      body: JSON.stringify({ username, password }),
    });
  }

  async function fail(username: string, ip: string, times: number): Promise<number[]> {
    const statuses: number[] = [];
    for (let at = 0; at < times; at += 1) statuses.push((await login(username, `guess ${String(at)}`, ip)).status);
    return statuses;
  }

  /** The cookie by which a browser is known again. */
  function readDevice(answer: Response): string {
    const line = answer.headers.getSetCookie().find((one) => one.startsWith('lectern_device='));
    return line?.split(';')[0] ?? '';
  }

  const page = (): Record<string, string> => ({ origin: new URL(server.url).origin });

  it('lock no user out: a name waits at the guessing address and works elsewhere', async () => {
    await newUser('ann');
    const [theirs, hers] = [newAddress(), newAddress()];
    expect(await fail('ann', theirs, 11)).toEqual([...Array.from({ length: 10 }, () => 401), 429]);
    expect((await login('ann', PASSWORD, theirs)).status).toBe(429);
    expect((await login('ann@example.org', PASSWORD, theirs)).status).toBe(429);
    expect((await login('ann', PASSWORD, hers)).status).toBe(200);
    const apps = await fetch(server.url + ME, {
      headers: { ...basic('ann@example.org', PASSWORD), 'x-forwarded-for': newAddress() },
    });
    expect(apps.status).toBe(200);
  });

  it('have one budget for the name and the address of an account, and for an unknown name', async () => {
    await newUser('bea');
    const ip = newAddress();
    for (let at = 0; at < 5; at += 1) {
      expect((await login(' Bea', `guess ${String(at)}`, ip)).status).toBe(401);
      expect((await login('BEA@example.org', `other guess ${String(at)}`, ip)).status).toBe(401);
    }
    for (const name of ['bea', 'bea@example.org']) expect((await login(name, PASSWORD, ip)).status).toBe(429);
    expect(await fail('nobody at all', newAddress(), 11)).toEqual([...Array.from({ length: 10 }, () => 401), 429]);
  });

  it('do not keep the owner from a new password: guesses of a stranger count elsewhere', async () => {
    const { id } = await newUser('cleo');
    const ip = newAddress();
    const cleo = await signIn(server, { username: 'cleo', password: PASSWORD });
    await fail('cleo', '127.0.0.1', 10);
    await fail('cleo', ip, 10);
    await cleo.call('changePassword', { body: { currentPassword: PASSWORD, newPassword: 'another good password' } });
    // Ten guesses of the present password make the session wait, not its account.
    const guess = async () =>
      (await expectRefusal(cleo.call('changePassword', { body: { currentPassword: 'x', newPassword: PASSWORD } })))
        .status;
    const statuses: number[] = [];
    for (let at = 0; at < 11; at += 1) statuses.push(await guess());
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 400), 429]);
    expect((await login('cleo', 'another good password', newAddress())).status).toBe(200);
    expect(id).not.toBe('');
  });

  it('cannot take turns through API keys with the present password of their owner', async () => {
    await newUser('kim');
    const kim = await signIn(server, { username: 'kim', password: PASSWORD });
    const statuses: number[] = [];
    for (const name of ['one', 'other']) {
      const { key } = await kim.call('createApiKey', { body: { name } });
      for (let at = 0; at < 6; at += 1) {
        const answer = await fetch(`${server.url}/api/v1/user/password`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'x-api-key': key },
          body: JSON.stringify({ currentPassword: `guess ${String(at)}`, newPassword: 'another good password' }),
        });
        statuses.push(answer.status);
      }
    }
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 400), 429, 429]);
    await kim.call('changePassword', { body: { currentPassword: PASSWORD, newPassword: 'another good password' } });
  });

  it('wait by address, over all names: one guess each at many accounts is no way around', async () => {
    const ip = '2001:db8:1:2::5';
    const statuses: number[] = [];
    for (let at = 0; at < 31; at += 1) {
      const from = `2001:db8:1:2::${String(at + 1)}`;
      statuses.push((await login(`somebody ${String(at)}`, 'the leaked one', from)).status);
    }
    expect(statuses).toEqual([...Array.from({ length: 30 }, () => 401), 429]);
    const doors = await Promise.all([
      fetch(server.url + ME, { headers: { ...basic('dan', 'no'), 'x-forwarded-for': ip } }),
      fetch(`${server.url}/opds/v2`, { headers: { ...basic('dan', 'no'), 'x-forwarded-for': ip } }),
      fetch(`${server.url}/koreader/users/auth`, {
        headers: { 'x-auth-user': 'dan', 'x-auth-key': 'no password', 'x-forwarded-for': ip },
      }),
    ]);
    expect(doors.map(({ status }) => status)).toEqual([429, 429, 429]);
    expect((await login('nobody', 'no', '2001:db8:1:3::1')).status).toBe(401);
  });

  it('wait by network too, where they have many addresses of IPv6', async () => {
    for (let at = 0; at < 100; at += 1) {
      server.context.access.throttle.failed([{ kind: 'network', key: '2001:db8:77::/48' }]);
    }
    expect((await login('nobody', 'no', '2001:db8:77:1::1')).status).toBe(429);
    expect((await login('nobody', 'no', '2001:db8:78:1::1')).status).toBe(401);
  });

  it('make a name wait for those alone whom it does not know, when they guess from everywhere', async () => {
    const { id } = await newUser('eli');
    await newUser('flo');
    const home = newAddress();
    const signedIn = await login('eli', PASSWORD, home);
    const app = newAddress();
    const read = async (ip: string) =>
      (await fetch(server.url + ME, { headers: { ...basic('eli', PASSWORD), 'x-forwarded-for': ip } })).status;
    expect(await read(app)).toBe(200);
    server.context.access.forgetUser(id);
    const device = readDevice(signedIn);
    expect(device).toMatch(/^lectern_device=[\w.-]+$/);
    for (let at = 0; at < 100; at += 1) server.context.access.throttle.failed([{ kind: 'account', key: id }]);
    expect((await login('eli', PASSWORD, newAddress())).status).toBe(429);
    expect((await login('eli@example.org', PASSWORD, newAddress())).status).toBe(429);
    // An address where a session of the account is, or a reader app; or a browser that it has been in.
    server.context.access.places.forget((_, place) => !place.endsWith(app));
    expect((await login('eli', PASSWORD, home)).status).toBe(200);
    expect([await read(app), await read(newAddress())]).toEqual([200, 429]);
    expect((await login('eli', PASSWORD, newAddress(), { ...page(), cookie: device })).status).toBe(200);
    // That of another account says nothing of this one, and a forged one nothing at all.
    const other = readDevice(await login('flo', PASSWORD, newAddress()));
    for (const cookie of [other, `${device}x`, device.replace(/[.][^.]*$/, '.AAAA')]) {
      expect((await login('eli', PASSWORD, newAddress(), { ...page(), cookie })).status).toBe(429);
    }
    expect((await login('flo', PASSWORD, newAddress())).status).toBe(200);
  });

  it('keep no browser out that was there before, although it shares their address; it has guesses of its own', async () => {
    await newUser('gus');
    const ip = newAddress();
    const device = readDevice(await login('gus', PASSWORD, ip));
    await fail('gus', ip, 10);
    for (const name of ['one', 'two']) await fail(`nobody ${name}`, ip, 10);
    expect((await login('gus', PASSWORD, ip)).status).toBe(429);
    const headers = { ...page(), cookie: device };
    expect((await login('gus', PASSWORD, ip, headers)).status).toBe(200);
    const statuses: number[] = [];
    for (let at = 0; at < 11; at += 1) {
      statuses.push((await login('gus', `guess ${String(at)}`, newAddress(), headers)).status);
    }
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 401), 429]);
    expect((await login('gus', PASSWORD, newAddress(), headers)).status).toBe(429);
    // The cookie outlives the session, and a renewed session brings another one.
    const again = await login('gus', PASSWORD, newAddress());
    const { refresh_token: refreshToken } = (await again.json()) as { readonly refresh_token: string };
    const renewed = await fetch(`${server.url}/api/v1/auth/refresh`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ refreshToken }),
    });
    expect(readDevice(renewed)).toMatch(/^lectern_device=/);
  });

  it('find no account with a password that is tried first, wherever one is chosen', async () => {
    await newUser('ida');
    const ida = await signIn(server, { username: 'ida', password: PASSWORD });
    const { id } = await ida.call('getProfile', {});
    for (const key of ['auth.registration_enabled', 'compat_api.enabled']) {
      await admin.call('updateSetting', { params: { key }, body: { value: 'true' } });
    }
    const { url } = await admin.call('createResetLink', { params: { id } });
    const token = url.slice(url.indexOf('#') + 1);
    const ask = async (by: Client, method: string, path: string, body: object): Promise<readonly unknown[]> => {
      const headers = { 'content-type': 'application/json' };
      const answer = await by.fetch(path, { method, headers, body: JSON.stringify(body) });
      return [answer.status, await answer.text()];
    };
    const places = {
      create: async (password: string) =>
        ask(admin, 'POST', '/api/v1/users', { username: 'ida 2', password, email: 'ida@example.com' }),
      update: async (password: string) => ask(admin, 'PATCH', `/api/v1/users/${id}`, { password }),
      change: async (password: string) =>
        ask(ida, 'POST', '/api/v1/user/password', { currentPassword: PASSWORD, newPassword: password }),
      register: async (password: string) =>
        ask(admin, 'POST', '/api/v1/auth/register', { username: 'ida 3', password }),
      reset: async (password: string) => ask(admin, 'POST', '/api/v1/auth/reset-password', { token, password }),
      'dialect create': async (password: string) =>
        ask(admin, 'POST', '/komga/api/v2/users', { email: 'ida@example.net', password }),
      'dialect update': async (password: string) =>
        ask(admin, 'PATCH', `/komga/api/v2/users/${id}/password`, { password }),
      'dialect change': async (password: string) =>
        ask(ida, 'PATCH', '/komga/api/v2/users/me/password', { password, currentPassword: PASSWORD }),
    };
    for (const [place, choose] of Object.entries(places)) {
      for (const password of ['P@ssword123', 'Ida12345', 'Lectern!2026', 'qwertyuiop']) {
        const [status, said] = await choose(password);
        expect([place, password, status]).toEqual([place, password, 400]);
        expect(said).toMatch(/attackers try those first|made of your name/);
      }
    }
    expect(await ask(admin, 'POST', '/api/v1/users', { username: 'jo', password: 'P@ssword123' })).toEqual([
      400,
      JSON.stringify({
        error: 'BadRequest',
        message: '"password" is not valid: must not be a common password, because attackers try those first',
        details: [{ path: 'password', message: 'must not be a common password, because attackers try those first' }],
      }),
    ]);
    // The link is good still.
    expect((await places.reset('another good password'))[0]).toBe(200);
  });

  it('do not profit from how letters with signs are written: the owner may write them either way', async () => {
    const { id } = await newUser('rene');
    const [whole, pieces] = ['crème brûlée à la carte', 'crème brûlée à la carte'.normalize('NFD')];
    await admin.call('patchUser', { params: { id }, body: { password: whole } });
    for (const password of [whole, pieces]) expect((await login('rene', password, newAddress())).status).toBe(200);
    await admin.call('patchUser', { params: { id }, body: { password: pieces } });
    for (const password of [whole, pieces]) expect((await login('rene', password, newAddress())).status).toBe(200);
    // Hashes of before were made of what was typed.
    const passwordHash = await hash(pieces);
    await server.context.db.transaction(async (tx) =>
      tx.write.updateTable('user').set({ passwordHash }).where('id', '=', id).execute(),
    );
    expect((await login('rene', pieces, newAddress())).status).toBe(200);
    expect((await login('rene', whole, newAddress())).status).toBe(401);
  });

  it('find no way past the wait in what a reader app has just shown to be right', async () => {
    await newUser('hal');
    const [app, theirs] = [newAddress(), newAddress()];
    const ask = async (ip: string) =>
      (await fetch(server.url + ME, { headers: { ...basic('hal', PASSWORD), 'x-forwarded-for': ip } })).status;
    expect(await ask(app)).toBe(200);
    await fail('hal', theirs, 10);
    // Else they could go on to guess until one is answered with 200.
    expect(await ask(theirs)).toBe(429);
    expect(await ask(app)).toBe(200);
  });
});

describe('several processes on one PostgreSQL', () => {
  it('count guesses together', async () => {
    await using home = await openHome('postgres');
    await using one = await startServer('postgres', { home });
    await using other = await startServer('postgres', { home });
    await setupAdmin(one);
    const login = async (server: TestServer, username: string) =>
      (
        await fetch(`${server.url}/api/v1/auth/login`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ username, password: 'not it' }),
        })
      ).status;
    const { id } = await one.context.db.read.selectFrom('user').select('id').executeTakeFirstOrThrow();
    const { throttle } = other.context.access;
    const hear = async (budget: Parameters<typeof throttle.isSpent>[0]) =>
      until(async () => Promise.resolve(throttle.isSpent(budget)), Boolean);
    for (let at = 0; at < 10; at += 1) expect(await login(one, 'admin')).toBe(401);
    await hear({ kind: 'pair', key: `127.0.0.1 account ${id}` });
    expect([await login(other, 'admin'), await login(other, 'nobody')]).toEqual([429, 401]);
    for (let at = 0; at < 20; at += 1) await login(one, `nobody ${String(at)}`);
    await hear({ kind: 'address', key: '127.0.0.1' });
    expect(await login(other, 'nobody else')).toBe(429);
  });
});
