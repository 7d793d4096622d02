import { Writable } from 'node:stream';
import { PERMISSIONS } from '@lectern/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRefusalLog } from '#core/people/refusal-log.ts';
import { deleteUserFactors } from '#core/people/remove-factors.ts';
import type { Viewer } from '#core/viewer.ts';
import { createLog } from '#log/logger.ts';
import { type Client, createClient, expectRefusal, setupAdmin } from '../_harness/client.ts';
import { basic, COMPAT, switchCompatOn } from '../_harness/compat.ts';
import { databases } from '../_harness/databases.ts';
import { createFactorUsers, type FactorUser, readCode, WITH_PASSKEYS } from '../_harness/second-factor.ts';
import { startServer, type TestServer } from '../_harness/start-server.ts';

const isSignedIn = async (client: Client): Promise<boolean> => (await client.fetch('/api/v1/auth/me')).status === 200;

describe.each(databases)('no way leads around a second factor, on %s', (kind) => {
  let server: TestServer;
  let admin: Client;
  let newUser: (role?: 'reader' | 'maintainer' | 'admin') => Promise<FactorUser>;

  beforeAll(async () => {
    server = await startServer(kind, { config: WITH_PASSKEYS });
    admin = await setupAdmin(server);
    await switchCompatOn(admin);
    newUser = createFactorUsers(server, admin);
  });
  afterAll(async () => server[Symbol.asyncDispose]());

  const finish = async (ticket: string, code: string): Promise<number> =>
    (await expectRefusal(createClient(server).call('finishLogin', { body: { ticket, code } }))).status;

  it('with a password in feeds, the Komga dialect, KOReader and the API; keys open all of them', async () => {
    const user = await newUser();
    const { secret } = await user.addApp();
    const { key } = await user.client.call('createApiKey', { body: { name: 'Reader' } });
    const places = [
      '/opds',
      '/opds/v2',
      '/koreader/users/auth',
      '/api/v1/auth/me',
      `${COMPAT}/api/v2/users/me`,
      `${COMPAT}/api/v2/users/me?remember-me=true`,
    ];
    const ask = async (path: string, headers: Record<string, string>) =>
      (await fetch(server.url + path, { headers })).status;
    const bare = basic(user.username, user.password);
    const typed = { 'x-auth-user': user.username, 'x-auth-key': user.password };
    for (const path of places) {
      expect([path, await ask(path, bare)]).toEqual([path, 401]);
      expect([path, await ask(path, basic('api', key))]).toEqual([path, 200]);
    }
    expect(await ask('/koreader/users/auth', typed)).toBe(401);
    const withCode = basic(user.username, `${user.password}${readCode(secret)}`);
    expect(await ask('/opds', withCode)).toBe(401);
  });

  it('with a password that was remembered before, and with sessions that it opened', async () => {
    const user = await newUser();
    const bare = basic(user.username, user.password);
    const before = await fetch(`${server.url}${COMPAT}/api/v2/users/me?remember-me=true`, { headers: bare });
    const cookie = before.headers
      .getSetCookie()
      .map((line) => line.split(';')[0] ?? '')
      .join('; ');
    expect(before.status).toBe(200);
    await user.addApp();
    expect((await fetch(`${server.url}/opds`, { headers: bare })).status).toBe(401);
    expect((await fetch(`${server.url}${COMPAT}/api/v2/users/me`, { headers: { cookie } })).status).toBe(401);
  });

  it('with a session that a password opened while the first factor was added', async () => {
    const user = await newUser();
    const { access_token: token } = await user.login();
    await user.addApp();
    // As if the request had been a moment later than the end of all sessions.
    await server.context.db.transaction(async (tx) =>
      tx.write.updateTable('session').set({ endedAt: null }).where('userId', '=', user.id).execute(),
    );
    server.context.access.forgetUser(user.id);
    expect([await isSignedIn(createClient(server, token)), await isSignedIn(user.client)]).toEqual([false, true]);
  });

  it('with the ticket of the password: it opens nothing, and is good once, for its account and its step', async () => {
    const [user, other] = [await newUser(), await newUser()];
    const { secret } = await user.addApp();
    const { secret: otherSecret } = await other.addApp();
    const { ticket } = await user.beginLogin();
    for (const headers of [
      { authorization: `Bearer ${ticket}` },
      { 'x-api-key': ticket },
      { cookie: `lectern_session=${ticket}` },
      { cookie: `lectern_refresh=${ticket}` },
      basic(user.username, ticket),
    ] as Record<string, string>[]) {
      expect((await fetch(`${server.url}/api/v1/auth/me`, { headers })).status).toBe(401);
    }
    const refresh = createClient(server).call('refreshSession', { body: { refreshToken: ticket } });
    expect((await expectRefusal(refresh)).status).toBe(401);
    const start = createClient(server).call('startLoginApp', { body: { ticket } });
    expect((await expectRefusal(start)).status).toBe(401);
    const another = createClient(server).call('finishLoginApp', { body: { ticket, code: readCode(secret) } });
    expect((await expectRefusal(another)).status).toBe(401);
    expect(await finish(ticket, readCode(otherSecret))).toBe(400);
    expect(await finish(ticket.replace(user.id, other.id), readCode(otherSecret))).toBe(401);
    expect(await finish(`${ticket.slice(0, -1)}${ticket.endsWith('A') ? 'B' : 'A'}`, readCode(secret))).toBe(401);
    await createClient(server).call('finishLogin', { body: { ticket, code: readCode(secret) } });
    await user.letCodePass();
    expect(await finish(ticket, readCode(secret))).toBe(401);
  });

  it('with a ticket of a password that was changed meanwhile, or of a deactivated account', async () => {
    const user = await newUser();
    const { secret } = await user.addApp();
    const { ticket } = await user.beginLogin();
    await admin.call('updateUser', { params: { id: user.id }, body: { password: 'another good one' } });
    expect(await finish(ticket, readCode(secret))).toBe(401);
    const other = await newUser();
    const { secret: otherSecret } = await other.addApp();
    const { ticket: second } = await other.beginLogin();
    await admin.call('updateUser', { params: { id: other.id }, body: { isActive: false } });
    expect(await finish(second, readCode(otherSecret))).toBe(401);
  });

  it('with a code that was used before, also by requests at the same time', async () => {
    const user = await newUser();
    const { secret } = await user.addApp();
    const code = readCode(secret);
    const tickets = await Promise.all([1, 2, 3, 4].map(async () => (await user.beginLogin()).ticket));
    const outcomes = await Promise.allSettled(
      tickets.map(async (ticket) => createClient(server).call('finishLogin', { body: { ticket, code } })),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const { ticket } = await user.beginLogin();
    expect(await finish(ticket, code)).toBe(400);
  });

  it('by guessing: ten wrong codes make all clients of the account wait, also with the right code', async () => {
    const user = await newUser();
    const { secret } = await user.addApp();
    const { ticket } = await user.beginLogin();
    const statuses = await Promise.all(Array.from({ length: 30 }, async () => finish(ticket, '000000')));
    expect(statuses.filter((status) => status === 400).length).toBeLessThanOrEqual(10);
    expect(statuses).toContain(429);
    expect(await finish(ticket, readCode(secret))).toBe(429);
    const confirm = user.client.call('confirmFactor', { body: { code: readCode(secret) } });
    expect((await expectRefusal(confirm)).status).toBe(429);
    const stored = await server.context.db.read
      .selectFrom('authenticatorApp')
      .select('failures')
      .where('userId', '=', user.id)
      .executeTakeFirst();
    expect(stored?.failures).toBe(statuses.filter((status) => status === 400).length);
  });

  it('by guessing for weeks: after a hundred wrong codes in a row only a new password opens the app again', async () => {
    const user = await newUser();
    const { secret } = await user.addApp();
    await server.context.db.transaction(async (tx) =>
      tx.write.updateTable('authenticatorApp').set({ failures: 100 }).where('userId', '=', user.id).execute(),
    );
    const { ticket } = await user.beginLogin();
    expect(await finish(ticket, readCode(secret))).toBe(400);
    await admin.call('updateUser', { params: { id: user.id }, body: { password: user.password } });
    expect(await isSignedIn(await user.signIn(readCode(secret)))).toBe(true);
  });

  it('with a new password by a link, which signs in nowhere by itself', async () => {
    const user = await newUser();
    await user.addApp();
    const { url } = await admin.call('createResetLink', { params: { id: user.id } });
    const token = url.slice(url.indexOf('#') + 1);
    await createClient(server).call('resetPassword', { body: { token, password: user.password } });
    expect((await user.beginLogin()).methods).toContain('app');
  });

  it('with the cookie of a remembered browser of another user, after a new password, or forged', async () => {
    const [user, other] = [await newUser(), await newUser()];
    const { secret } = await user.addApp();
    await other.addApp();
    const { ticket } = await user.beginLogin();
    const answer = await fetch(`${server.url}/api/v1/auth/factor`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ticket, code: readCode(secret), remember: true }),
    });
    const [cookie = ''] =
      answer.headers
        .getSetCookie()
        .find((line) => line.startsWith('lectern_remembered='))
        ?.split(';') ?? [];
    const from = { cookie, 'sec-fetch-site': 'same-origin' };
    expect((await user.login(from)).user.id).toBe(user.id);
    expect((await expectRefusal(other.login(from))).status).toBe(401);
    const foreign = { cookie, 'sec-fetch-site': 'cross-site' };
    expect((await expectRefusal(user.login(foreign))).status).toBe(401);
    const forged = { ...from, cookie: `${cookie.slice(0, -1)}${cookie.endsWith('A') ? 'B' : 'A'}` };
    expect((await expectRefusal(user.login(forged))).status).toBe(401);
    const setEnd = async (expiresAt: number) =>
      server.context.db.transaction(async (tx) =>
        tx.write.updateTable('rememberedBrowser').set({ expiresAt }).where('userId', '=', user.id).execute(),
      );
    await setEnd(Date.now() - 1);
    expect((await expectRefusal(user.login(from))).status).toBe(401);
    await setEnd(Date.now() + 60_000);
    const days = { params: { key: 'auth.remember_browser_days' } };
    await admin.call('updateSetting', { ...days, body: { value: '0' } });
    expect((await expectRefusal(user.login(from))).status).toBe(401);
    await admin.call('resetSetting', days);
    expect((await user.login(from)).user.id).toBe(user.id);
    await admin.call('updateUser', { params: { id: user.id }, body: { password: user.password } });
    expect((await expectRefusal(user.login(from))).status).toBe(401);
  });

  it('with a stolen session and a stolen password: neither keys nor factors can be changed', async () => {
    const user = await newUser();
    await user.addApp();
    const { id } = await user.addPasskey();
    await user.letSessionAge();
    const currentPassword = user.password;
    const attempts: readonly Promise<unknown>[] = [
      user.client.call('createApiKey', { body: { name: 'Mine', currentPassword } }),
      user.client.call('startApp', { body: { currentPassword } }),
      user.client.call('startPasskey', { body: { currentPassword } }),
      user.client.call('deleteApp', {}),
      user.client.call('deletePasskey', { params: { id } }),
      user.client.call('makeRecoveryCodes', {}),
    ];
    const refusals = await Promise.all(attempts.map(expectRefusal));
    expect(refusals.map(({ status }) => status)).toEqual(attempts.map(() => 403));
  });

  it('with an API key: it changes no factor of its owner', async () => {
    const user = await newUser();
    const { secret } = await user.addApp();
    const { key } = await user.client.call('createApiKey', { body: { name: 'Everything' } });
    const client = createClient(server, key);
    const attempts: readonly Promise<unknown>[] = [
      client.call('startApp', { body: {} }),
      client.call('startPasskey', { body: {} }),
      client.call('confirmFactor', { body: { code: readCode(secret) } }),
      client.call('deleteApp', {}),
      client.call('makeRecoveryCodes', {}),
      client.call('forgetBrowsers', {}),
    ];
    const refusals = await Promise.all(attempts.map(expectRefusal));
    expect(refusals.map(({ status }) => status)).toEqual(attempts.map(() => 403));
  });

  it('with a passkey of another user, page, host, challenge or step, or one that was used', async () => {
    const [user, other] = [await newUser(), await newUser()];
    const { key } = await user.addPasskey();
    const { key: otherKey } = await other.addPasskey();
    const anybody = createClient(server);
    const { ticket } = await user.beginLogin();
    const asked = await anybody.call('askLoginPasskey', { body: { ticket } });
    const alone = await anybody.call('askPasskey', {});
    const tryHere = async (passkey: ReturnType<typeof key.sign>) =>
      (await expectRefusal(anybody.call('finishLogin', { body: { ticket, passkey } }))).status;
    expect(await tryHere(otherKey.sign(asked))).toBe(400);
    expect(await tryHere(key.sign(asked, { origin: 'https://books.example.org.evil.example' }))).toBe(400);
    expect(await tryHere(key.sign(asked, { host: 'evil.example' }))).toBe(400);
    expect(await tryHere(key.sign(alone))).toBe(400);
    const tryAlone = async (passkey: ReturnType<typeof key.sign>, by = alone.ticket) =>
      (await expectRefusal(anybody.call('loginByPasskey', { body: { ticket: by, passkey } }))).status;
    expect(await tryAlone(key.sign(alone, { verifiesUser: false }))).toBe(400);
    expect(await tryAlone(key.sign(alone, { challenge: 'AAAA' }))).toBe(400);
    expect(await tryAlone(key.sign(asked))).toBe(400);
    expect(await tryAlone(key.sign(alone), ticket)).toBe(401);
    const proof = key.sign(alone);
    await anybody.call('loginByPasskey', { body: { ticket: alone.ticket, passkey: proof } });
    expect(await tryAlone(proof)).toBe(400);
    // A passkey that counts nothing may sign twice, so the ticket is used up as well.
    expect(await tryAlone(key.sign(alone))).toBe(401);
    const fresh = await anybody.call('askPasskey', {});
    expect(await tryAlone(key.sign(fresh, { counter: 1 }), fresh.ticket)).toBe(400);
    await admin.call('updateUser', { params: { id: user.id }, body: { isActive: false } });
    const last = await anybody.call('askPasskey', {});
    expect(await tryAlone(key.sign(last), last.ticket)).toBe(400);
  });

  it('as a manager with fewer rights', async () => {
    const body = { username: 'manager', password: 'a good password' };
    await admin.call('createUser', { body: { ...body, permissions: ['UsersRead', 'UsersWrite'] } });
    const { access_token: token } = await createClient(server).call('login', { body });
    const target = await newUser('admin');
    await target.addApp();
    const asked = createClient(server, token).call('deleteUserFactors', { params: { id: target.id } });
    expect((await expectRefusal(asked)).status).toBe(403);
    expect((await target.beginLogin()).methods).toContain('app');
  });

  it('without a line in the log: removed factors with their actor, refused codes without the code', async () => {
    const lines: string[] = [];
    const destination = new Writable({
      write: (chunk: Buffer, _encoding, done) => {
        lines.push(chunk.toString());
        done();
      },
    });
    const log = createLog({ level: 'info', format: 'json' }, { destination });
    const user = await newUser();
    await user.addApp();
    const { id: userId } = await admin.call('getCurrentUser', {});
    const permissions = new Set(PERMISSIONS);
    const viewer: Viewer = { userId, username: 'admin', role: 'admin', sessionId: null, permissions };
    await deleteUserFactors({ ...server.context, log }, viewer, user.id);
    expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([
      { area: 'users', msg: 'second factor removed', actor: 'admin', account: user.username, kind: 'all' },
    ]);
    createRefusalLog(log.users)({ ip: '203.0.113.9', reason: 'wrong code', username: user.username });
    expect(lines[1]).toContain('"ip":"203.0.113.9","refused":"wrong code"');
  });
});
