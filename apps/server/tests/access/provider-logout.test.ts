import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Browser, createBrowser } from '../_harness/browser.ts';
import { type Client, expectRefusal, setupAdmin, signIn } from '../_harness/client.ts';
import { databases } from '../_harness/databases.ts';
import { startForgedProvider } from '../_harness/forged-provider.ts';
import { openHome } from '../_harness/home.ts';
import { sendTo } from '../_harness/send-to.ts';
import {
  addProvider,
  findSignedIn,
  type ProviderServer,
  signInAt,
  startProvider,
} from '../_harness/sign-in-provider.ts';
import { startServer, type TestServer } from '../_harness/start-server.ts';
import { visitForged } from '../_harness/visit-forged.ts';

const PASSWORD = 'a good password';

describe.each(databases)('signing out of a session that a provider opened, on %s', (kind) => {
  let server: TestServer;
  let provider: ProviderServer;
  let admin: Client;
  let id: string;

  beforeAll(async () => {
    server = await startServer(kind, { config: { 'auth.private_networks': 'loopback' } });
    admin = await setupAdmin(server);
    provider = await startProvider(server);
    provider.users.set('nora', { preferred_username: 'nora' });
    ({ id } = await addProvider(admin, provider, { createsAccounts: true }));
  });
  afterAll(async () => {
    await provider[Symbol.asyncDispose]();
    await server[Symbol.asyncDispose]();
  });
  beforeEach(() => {
    provider.current = 'nora';
  });

  const change = async (body: Parameters<typeof admin.call<'updateSignInProvider'>>[1]['body']) =>
    admin.call('updateSignInProvider', { params: { id }, body });

  /** Signs out on the page of the account. @returns where the browser goes on */
  async function signOut(browser: Browser): Promise<string | null> {
    const response = await browser.post(`${server.url}/api/v1/auth/logout/provider`);
    expect(response.status).toBe(200);
    expect(await findSignedIn(server, browser)).toBeUndefined();
    return ((await response.json()) as { readonly redirectUrl: string | null }).redirectUrl;
  }

  async function enter(): Promise<Browser> {
    const browser = createBrowser();
    expect(await signInAt(server, browser)).toBe('/');
    return browser;
  }

  it('signs out at the provider as well, where an admin wants it, and comes back', async () => {
    const changed = await change({ logsOut: true });
    expect(changed).toMatchObject({ logsOut: true, afterLogoutUrl: `${server.url}/login` });
    const browser = await enter();
    const cookie = browser.cookies(`${server.url}/api/v1/auth/me`);
    const address = await signOut(browser);
    const { origin, searchParams } = new URL(address ?? '');
    expect([origin, Object.fromEntries(searchParams)]).toEqual([
      provider.issuer,
      { client_id: 'lectern', post_logout_redirect_uri: `${server.url}/login` },
    ]);
    // The cookie that a thief kept is worth nothing.
    expect((await fetch(`${server.url}/api/v1/auth/me`, { headers: { cookie } })).status).toBe(401);
    // The provider still knows the browser until it is there.
    provider.current = null;
    expect(await signInAt(server, browser)).toBe('/');
    const again = await signOut(browser);
    expect(await provider.logOut(browser, again ?? '')).toBe(`${server.url}/login`);
    expect(await signInAt(server, browser)).toBe('/login?refused=refused');
  });

  it('signs out here alone where no admin wants more, and for sessions of a password', async () => {
    await change({ logsOut: false });
    expect(await signOut(await enter())).toBeNull();
    await change({ logsOut: true });
    const late = await enter();
    await admin.call('createUser', { body: { username: 'plain', password: PASSWORD } });
    const browser = createBrowser();
    await browser.post(`${server.url}/api/v1/auth/login`, { username: 'plain', password: PASSWORD });
    expect(await signOut(browser)).toBeNull();
    // A provider that is switched off has ended its sessions, and is not asked.
    await change({ isActive: false });
    expect((await late.post(`${server.url}/api/v1/auth/logout/provider`)).status).toBe(401);
    await change({ isActive: true });
  });

  it('goes to no provider for a page of another site, and back to no host that a request made up', async () => {
    await change({ logsOut: true });
    const browser = await enter();
    const path = '/api/v1/auth/logout/provider';
    const address = server.url + path;
    const foreign = await browser.fetch(address, { method: 'POST', headers: { 'sec-fetch-site': 'cross-site' } });
    expect(foreign.status).toBe(401);
    expect(await findSignedIn(server, browser)).toMatchObject({ username: 'nora' });
    const cookie = browser.cookies(address);
    const headers = { host: 'evil.example', 'sec-fetch-site': 'same-origin', cookie };
    const { status, text } = await sendTo(server.url, path, { method: 'POST', headers });
    expect(status).toBe(200);
    expect(text).not.toContain('evil.example');
    expect(text).not.toContain('"http');
  });

  it('signs out here also when the provider is away, or describes no address of the web', async () => {
    await using forged = await startForgedProvider();
    const params = {
      id: (await addProvider(admin, forged, { name: 'forged', createsAccounts: true, logsOut: true })).id,
    };
    const describe = async (description: Readonly<Record<string, unknown>>): Promise<void> => {
      forged.description = description;
      await admin.call('testSignInProvider', { params });
    };
    const visit = async () => {
      const { browser, me } = await visitForged(server, { provider: forged, name: 'forged' }, { sub: 'f' });
      expect(me).toBeDefined();
      return browser;
    };
    // Most providers have no such address.
    expect(await signOut(await visit())).toBeNull();
    for (const end of ['javascript:alert(1)', 'data:text/html,x', 'no address']) {
      const browser = await visit();
      await describe({ end_session_endpoint: end });
      expect([end, await signOut(browser)]).toEqual([end, null]);
    }
    await describe({ end_session_endpoint: `${forged.issuer}/end?tenant=one` });
    const own = encodeURIComponent(`${server.url}/login`);
    const query = `tenant=one&post_logout_redirect_uri=${own}&client_id=lectern`;
    expect(await signOut(await visit())).toBe(`${forged.issuer}/end?${query}`);
    const browser = await visit();
    await forged[Symbol.asyncDispose]();
    expect((await expectRefusal(admin.call('testSignInProvider', { params }))).status).toBe(503);
    expect(await signOut(browser)).toBeNull();
  });

  it('begins no sign-in at what is no address of the web', async () => {
    await using forged = await startForgedProvider();
    const params = { id: (await addProvider(admin, forged, { name: 'script' })).id };
    forged.description = { authorization_endpoint: 'javascript:alert(1)' };
    const start = admin.call('startOidcLogin', { params: { provider: 'script' } });
    expect((await expectRefusal(start)).status).toBe(503);
    await admin.call('deleteSignInProvider', { params });
  });
});

describe.each(databases)('a stored provider with the name of the configured one, on %s', (kind) => {
  it('is switched off and removed without the users of the configured one', async () => {
    await using home = await openHome(kind);
    await using stored = await startForgedProvider();
    await using configured = await startForgedProvider();
    const always = { 'auth.private_networks': 'loopback' };
    let id: string;
    {
      await using first = await startServer(kind, { home, config: always });
      const admin = await setupAdmin(first);
      ({ id } = await addProvider(admin, stored, { name: 'house', createsAccounts: true }));
      const visited = await visitForged(
        first,
        { provider: stored, name: 'house' },
        { sub: 'old', preferred_username: 'old' },
      );
      expect(visited.me).toMatchObject({ username: 'old' });
    }
    const config = {
      ...always,
      'auth.oidc.issuer': configured.issuer,
      'auth.oidc.name': 'house',
      'auth.oidc.client_id': 'lectern',
      'auth.oidc.client_secret': 'a secret of the client that is long enough',
      'auth.oidc.create_accounts': 'true',
    };
    await using server = await startServer(kind, { home, config });
    const admin = await signIn(server, { username: 'admin', password: 'correct horse battery' });
    const visit = async () =>
      visitForged(server, { provider: configured, name: 'house' }, { sub: 'new', preferred_username: 'new' });
    const { browser, me } = await visit();
    expect(me).toMatchObject({ username: 'new' });
    await admin.call('updateSignInProvider', { params: { id }, body: { isActive: false } });
    await admin.call('deleteSignInProvider', { params: { id } });
    expect(await findSignedIn(server, browser)).toMatchObject({ username: 'new' });
    expect((await visit()).me).toMatchObject({ id: me?.['id'] });
    const { data } = await admin.call('listUsers', { query: { search: 'old' } });
    const old = data.find(({ username }) => username === 'old');
    expect(await admin.call('listUserIdentities', { params: { id: old?.id ?? '' } })).toEqual([]);
  });
});
