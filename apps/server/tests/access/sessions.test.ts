import type { LoginResponse } from '@lectern/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, createClient, expectRefusal, setupAdmin } from '../_harness/client.ts';
import { databases } from '../_harness/databases.ts';
import { startServer, type TestServer } from '../_harness/start-server.ts';

const PASSWORD = 'a good password';
const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:130.0) Gecko/20100101 Firefox/130.0';

describe.each(databases)('sessions on %s', (kind) => {
  let server: TestServer;
  let admin: Client;
  let users = 0;

  beforeAll(async () => {
    server = await startServer(kind);
    admin = await setupAdmin(server);
  });
  afterAll(async () => server[Symbol.asyncDispose]());

  /** A user new, and a way to sign in as them. */
  async function newUser() {
    users += 1;
    const username = `user ${String(users)}`;
    const { id } = await admin.call('createUser', { body: { username, password: PASSWORD } });
    const login = async (userAgent = 'curl/8.1') =>
      createClient(server).call('login', {
        body: { username, password: PASSWORD },
        headers: { 'user-agent': userAgent },
      });
    return { id, username, login, client: ({ access_token: token }: LoginResponse) => createClient(server, token) };
  }

  const isSignedIn = async (client: Client): Promise<boolean> => (await client.fetch('/api/v1/auth/me')).status === 200;
  const refresh = async (token: string | undefined) =>
    createClient(server).call('refreshSession', { body: { refreshToken: token ?? '' } });

  /** Puts the last renewal of all sessions into the past. */
  async function letGracePass(): Promise<void> {
    await server.context.db.transaction(async (tx) =>
      tx.write
        .updateTable('session')
        .set({ renewedAt: Date.now() - 60_000 })
        .where('renewedAt', 'is not', null)
        .execute(),
    );
  }

  it('are listed with their device, ended one by one and all at once', async () => {
    const user = await newUser();
    const here = user.client(await user.login(FIREFOX));
    const there = user.client(await user.login('KOReader/2024.04'));
    const elsewhere = user.client(await user.login());
    const { data, total } = await here.call('listSessions', {});
    expect([total, data.map(({ device, current }) => [device, current]).toSorted()]).toEqual([
      3,
      [
        ['Firefox on Windows', true],
        ['KOReader', false],
        ['curl', false],
      ],
    ]);
    expect(data.every(({ ipAddress, userAgent }) => ipAddress === '127.0.0.1' && userAgent !== null)).toBe(true);
    const reader = data.find(({ device }) => device === 'KOReader');
    await here.call('deleteSession', { params: { id: reader?.id ?? '' } });
    expect([await isSignedIn(here), await isSignedIn(there), await isSignedIn(elsewhere)]).toEqual([true, false, true]);
    expect((await expectRefusal(here.call('deleteSession', { params: { id: reader?.id ?? '' } }))).status).toBe(404);
    await here.call('deleteSessions', {});
    expect([await isSignedIn(here), await isSignedIn(elsewhere)]).toEqual([true, false]);
    await here.call('deleteSessions', { query: { includeCurrent: 'true' } });
    expect(await isSignedIn(here)).toBe(false);
  });

  it('of others are seen and ended by account managers only', async () => {
    const [one, other] = [await newUser(), await newUser()];
    const client = one.client(await one.login());
    const stranger = other.client(await other.login());
    const { data } = await admin.call('listUserSessions', { params: one });
    const [session] = data;
    const params = { id: one.id, sessionId: session?.id ?? '' };
    expect((await expectRefusal(stranger.call('deleteSession', { params: { id: params.sessionId } }))).status).toBe(
      404,
    );
    expect((await expectRefusal(stranger.call('listUserSessions', { params: one }))).status).toBe(403);
    // A session is not found at another account.
    const wrong = admin.call('deleteUserSession', { params: { ...params, id: other.id } });
    expect((await expectRefusal(wrong)).status).toBe(404);
    await admin.call('deleteUserSession', { params });
    expect([await isSignedIn(client), await isSignedIn(stranger)]).toEqual([false, true]);
    await admin.call('deleteUserSessions', { params: other });
    expect(await isSignedIn(stranger)).toBe(false);
  });

  it('are no affair of a key that was made for less than everything', async () => {
    const user = await newUser();
    const client = user.client(await user.login());
    const useKey = async (permissions?: ['PagesRead']) => {
      const body = { name: 'key', ...(permissions === undefined ? {} : { permissions }) };
      const { key } = await client.call('createApiKey', { body });
      return createClient(server, key);
    };
    const pages = await useKey(['PagesRead']);
    const attempts = [
      pages.call('listSessions', {}),
      pages.call('deleteSessions', {}),
      pages.call('changePassword', { body: { currentPassword: PASSWORD, newPassword: 'another password' } }),
      pages.call('updateProfile', { body: { currentPassword: PASSWORD, username: 'eve' } }),
    ].map(async (attempt) => (await expectRefusal(attempt)).status);
    expect(await Promise.all(attempts)).toEqual([403, 403, 403, 403]);
    expect((await (await useKey()).call('listSessions', {})).total).toBe(1);
  });

  it('go on with a new token for each that was used', async () => {
    const user = await newUser();
    const first = await user.login();
    const second = await refresh(first.refresh_token);
    const third = await refresh(second.refresh_token);
    expect(new Set([first, second, third].map(({ refresh_token: token }) => token)).size).toBe(3);
    expect(await isSignedIn(user.client(third))).toBe(true);
    expect((await user.client(third).call('listSessions', {})).total).toBe(1);
  });

  it('give two tabs that come with one token the same next one', async () => {
    const user = await newUser();
    const { refresh_token: token } = await user.login();
    const tabs = await Promise.all([refresh(token), refresh(token), refresh(token)]);
    expect(new Set(tabs.map((tab) => tab.refresh_token)).size).toBe(1);
    expect((await refresh(tabs[0].refresh_token)).refresh_token).not.toBe(token);
  });

  it('end when an old token comes back: either the owner or a thief has the newer one', async () => {
    const user = await newUser();
    const first = await user.login();
    const second = await refresh(first.refresh_token);
    await letGracePass();
    expect((await expectRefusal(refresh(first.refresh_token))).status).toBe(401);
    expect((await expectRefusal(refresh(second.refresh_token))).status).toBe(401);
    expect(await isSignedIn(user.client(second))).toBe(false);
    const third = await user.login();
    const fourth = await refresh(third.refresh_token);
    await refresh(fourth.refresh_token);
    // Two steps back is no second tab, however soon.
    expect((await expectRefusal(refresh(third.refresh_token))).status).toBe(401);
  });

  it('end a year after signing in, however often they are renewed', async () => {
    const user = await newUser();
    const dayMs = 86_400_000;
    const startedAt = async (at: number): Promise<void> =>
      server.context.db.transaction(async (tx) => {
        await tx.write.updateTable('session').set({ createdAt: at }).where('userId', '=', user.id).execute();
      });
    const first = await user.login();
    await startedAt(Date.now() - 364 * dayMs);
    const second = await refresh(first.refresh_token);
    const { data } = await user.client(second).call('listSessions', {});
    const left = Date.parse(data[0]?.expiresAt ?? '') - Date.now();
    expect([left > 0.9 * dayMs, left <= dayMs]).toEqual([true, true]);
    await startedAt(Date.now() - 366 * dayMs);
    expect((await expectRefusal(refresh(second.refresh_token))).status).toBe(401);
  });

  it('are renewed forever where the configuration says so', async () => {
    await using forever = await startServer(kind, { config: { 'auth.max_session_days': '0' } });
    await setupAdmin(forever);
    const body = { username: 'admin', password: 'correct horse battery' };
    const { refresh_token: token = '' } = await createClient(forever).call('login', { body });
    await forever.context.db.transaction(async (tx) => {
      await tx.write.updateTable('session').set({ createdAt: 0 }).execute();
    });
    const renewed = await createClient(forever).call('refreshSession', { body: { refreshToken: token } });
    expect(await isSignedIn(createClient(forever, renewed.access_token))).toBe(true);
  });

  it('are not renewed by what was not made here, nor once they have ended', async () => {
    const user = await newUser();
    const { refresh_token: token = '', access_token: access } = await user.login();
    const [sessionId = '', , mac = ''] = token.split('.');
    for (const bad of [access, 'x', `${sessionId}.1.${mac}`, `${token}x`, token.slice(0, -1)]) {
      expect([bad, (await expectRefusal(refresh(bad))).status]).toEqual([bad, 401]);
    }
    expect((await expectRefusal(createClient(server).call('refreshSession', {}))).status).toBe(400);
    // No guess has ended it.
    const renewed = await refresh(token);
    await user.client(renewed).call('logout', {});
    expect((await expectRefusal(refresh(renewed.refresh_token))).status).toBe(401);
    const again = await user.login();
    await admin.call('updateUser', { params: user, body: { isActive: false } });
    expect((await expectRefusal(refresh(again.refresh_token))).status).toBe(401);
  });

  it('are renewed by a cookie that only signing in sees', async () => {
    const user = await newUser();
    const body = JSON.stringify({ username: user.username, password: PASSWORD });
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(`${server.url}/api/v1/auth/login`, { method: 'POST', headers, body });
    const cookie = response.headers.getSetCookie().find((line) => line.startsWith('lectern_refresh=')) ?? '';
    expect(cookie).toMatch(/; Path=\/api\/v1\/auth; Max-Age=2592000; HttpOnly; SameSite=Strict$/);
    const renewed = await fetch(`${server.url}/api/v1/auth/refresh`, {
      method: 'POST',
      headers: { cookie: cookie.split(';')[0] ?? '', 'sec-fetch-site': 'same-origin' },
    });
    expect([renewed.status, renewed.headers.getSetCookie().length]).toEqual([200, 3]);
  });
});

describe.each(databases)('one’s own account on %s', (kind) => {
  it('takes a new name, address and password from who knows the old password, and ends all other sessions', async () => {
    await using server = await startServer(kind);
    const admin = await setupAdmin(server);
    const account = { username: 'ann', password: PASSWORD };
    await admin.call('createUser', { body: { ...account, email: 'ann@example.org' } });
    const login = async (password = PASSWORD) =>
      createClient(server).call('login', { body: { username: 'ann', password } });
    const client = createClient(server, (await login()).access_token);
    const other = createClient(server, (await login()).access_token);
    expect(await client.call('getProfile', {})).toMatchObject({ email: 'ann@example.org', pendingEmail: null });

    const wrong = client.call('updateProfile', { body: { email: 'new@example.org', currentPassword: 'a guess' } });
    expect(await expectRefusal(wrong)).toMatchObject({
      ...{ status: 400, details: [{ path: 'currentPassword', message: 'is not your password' }] },
    });
    const changed = await client.call('patchProfile', {
      body: { email: 'new@example.org', currentPassword: PASSWORD },
    });
    // No mail can be sent here, so no user can confirm it.
    expect(changed).toMatchObject({ email: 'new@example.org', emailVerified: false, pendingEmail: null });
    const taken = client.call('updateProfile', { body: { username: 'ADMIN', currentPassword: PASSWORD } });
    expect((await expectRefusal(taken)).status).toBe(400);

    const body = { currentPassword: PASSWORD, newPassword: 'another password' };
    await client.call('changePassword', { body });
    expect((await client.call('getProfile', {})).username).toBe('ann');
    expect((await expectRefusal(other.call('getProfile', {}))).status).toBe(401);
    expect((await expectRefusal(login())).status).toBe(401);
    expect((await login('another password')).user.username).toBe('ann');
    // Guesses of the password are failed sign-ins.
    for (let guess = 0; guess < 10; guess += 1) {
      await expectRefusal(
        client.call('changePassword', { body: { ...body, currentPassword: `guess ${String(guess)}` } }),
      );
    }
    expect((await expectRefusal(client.call('changePassword', { body }))).status).toBe(429);
  });
});
