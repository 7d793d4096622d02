import { FactorAsked } from '@lectern/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createBrowser } from '../_harness/browser.ts';
import { type Client, createClient, expectRefusal, setupAdmin, signIn } from '../_harness/client.ts';
import { databases } from '../_harness/databases.ts';
import { readCode } from '../_harness/second-factor.ts';
import { newShelf } from '../_harness/shelf.ts';
import {
  addProvider,
  findSignedIn,
  type ProviderServer,
  signInAt,
  startAt,
  startProvider,
} from '../_harness/sign-in-provider.ts';
import { startServer, type TestServer } from '../_harness/start-server.ts';

const PASSWORD = 'a good password';
const RULES = [
  { group: 'keepers', role: 'maintainer' as const },
  { group: 'chiefs', role: 'admin' as const },
];

describe.each(databases)('signing in at a provider on %s', (kind) => {
  let server: TestServer;
  let provider: ProviderServer;
  let admin: Client;
  let providerId: string;
  let shown: string;

  beforeAll(async () => {
    server = await startServer(kind, { config: { 'auth.private_networks': 'loopback' } });
    admin = await setupAdmin(server);
    provider = await startProvider(server);
    shown = (await newShelf(server, { name: 'Shown' })).libraryId;
    await newShelf(server, { name: 'Hidden' });
    ({ id: providerId } = await addProvider(admin, provider));
  });
  afterAll(async () => {
    await provider[Symbol.asyncDispose]();
    await server[Symbol.asyncDispose]();
  });
  beforeEach(async () => change({ createsAccounts: true, linksByEmail: false, onlyMembers: false, rules: RULES }));

  async function change(body: Parameters<typeof admin.call<'updateSignInProvider'>>[1]['body']) {
    await admin.call('updateSignInProvider', { params: { id: providerId }, body });
  }

  /** Signs in as a user of the provider. */
  async function visit(subject: string, user: Parameters<ProviderServer['users']['set']>[1]) {
    provider.users.set(subject, user);
    provider.current = subject;
    const browser = createBrowser();
    const page = await signInAt(server, browser);
    return { browser, page, me: await findSignedIn(server, browser) };
  }

  async function findUser(username: string) {
    const { data } = await admin.call('listUsers', { query: { search: username } });
    const found = data.find((user) => user.username === username);
    if (found === undefined) throw new Error(`Expected a user ${username}`);
    return found;
  }

  it('is offered to strangers, by name and address only', async () => {
    expect(await createClient(server).call('listOidcProviders', {})).toEqual({
      enabled: true,
      providers: [{ name: 'test', displayName: 'Test', loginUrl: '/api/v1/auth/oidc/test/login' }],
      proxyEnabled: false,
      passwordEnabled: true,
    });
  });

  it('makes an account by rule, and opens the same one the next time', async () => {
    const user = { preferred_username: 'Nora', email: 'nora@example.org', email_verified: true };
    const first = await visit('nora', user);
    expect([first.page, first.me]).toMatchObject([
      '/',
      { username: 'Nora', email: 'nora@example.org', role: 'reader' },
    ]);
    const again = await visit('nora', { ...user, preferred_username: 'Other', email: 'other@example.org' });
    expect(again.me).toMatchObject({ id: first.me?.['id'], username: 'Nora', email: 'nora@example.org' });
  });

  it('tells an account whether it has a password', async () => {
    const { browser } = await visit('nils', { preferred_username: 'nils' });
    const profile = await browser.fetch(`${server.url}/api/v1/user`);
    expect(await profile.json()).toMatchObject({ username: 'nils', hasPassword: false });
    expect(await admin.call('getProfile', {})).toMatchObject({ hasPassword: true });
    const { id } = await findUser('nils');
    await admin.call('patchUser', { params: { id }, body: { password: PASSWORD } });
    const nils = await signIn(server, { username: 'nils', password: PASSWORD });
    expect(await nils.call('getProfile', {})).toMatchObject({ hasPassword: true });
  });

  it('goes back to the page that asked for it', async () => {
    provider.users.set('pia', { preferred_username: 'pia' });
    provider.current = 'pia';
    expect(await signInAt(server, createBrowser(), { redirectUri: '/libraries?page=2' })).toBe('/libraries?page=2');
  });

  it('makes no account where no rule allows it', async () => {
    await change({ createsAccounts: false });
    const { page, me } = await visit('stranger', { preferred_username: 'stranger' });
    expect([page, me]).toEqual(['/login?refused=no-account', undefined]);
  });

  it('says that the user cancelled, without the words of the provider', async () => {
    provider.current = null;
    expect(await signInAt(server, createBrowser())).toBe('/login?refused=refused');
  });

  it('gives a new account a free name that resembles no other one', async () => {
    await admin.call('createUser', { body: { username: 'paula', password: PASSWORD } });
    expect((await visit('p2', { preferred_username: 'pau1a' })).me).toMatchObject({ username: 'pau1a-2' });
    expect((await visit('p3', { preferred_username: 'admin' })).me).toMatchObject({ username: 'reader' });
  });

  it('gives roles by groups at each sign-in, and takes them back', async () => {
    const first = await visit('rosa', { preferred_username: 'rosa', groups: ['keepers', 'chiefs', 'others'] });
    expect(first.me).toMatchObject({ role: 'admin' });
    const second = await visit('rosa', { preferred_username: 'rosa', groups: ['keepers'] });
    expect(second.me).toMatchObject({ role: 'maintainer' });
    // The first session is of the same account, so it has lost the role as well.
    expect(await findSignedIn(server, first.browser)).toMatchObject({ role: 'maintainer' });
    expect((await visit('rosa', { preferred_username: 'rosa' })).me).toMatchObject({ role: 'reader' });
  });

  it('gives libraries by groups, and none without a group', async () => {
    await change({ rules: [{ group: 'readers', libraryIds: [shown] }] });
    const first = await visit('lena', { preferred_username: 'lena', groups: ['readers'] });
    const listed = await first.browser.fetch(`${server.url}/api/v1/libraries`);
    expect(JSON.stringify(await listed.json())).not.toContain('Hidden');
    expect(await findUser('lena')).toMatchObject({ libraryIds: [shown] });
    await visit('lena', { preferred_username: 'lena', groups: [] });
    expect(await findUser('lena')).toMatchObject({ libraryIds: [] });
    await change({ rules: [{ group: 'readers', allLibraries: true }] });
    await visit('lena', { preferred_username: 'lena', groups: ['readers'] });
    expect(await findUser('lena')).toMatchObject({ libraryIds: null });
  });

  it('refuses users outside the groups where only members may sign in', async () => {
    await change({ onlyMembers: true });
    expect((await visit('outside', { preferred_username: 'outside' })).page).toBe('/login?refused=not-member');
    expect((await visit('inside', { preferred_username: 'inside', groups: ['keepers'] })).page).toBe('/');
  });

  it('opens an account by e-mail only where an admin allows it, and only with addresses that both sides confirmed', async () => {
    const email = 'emil@example.org';
    const { id } = await admin.call('createUser', { body: { username: 'emil', password: PASSWORD, email } });
    const told = { email, email_verified: true, preferred_username: 'emil' };
    expect((await visit('emil', told)).page).toBe('/login?refused=link-first');
    await change({ linksByEmail: true });
    const unconfirmed = await visit('emil-2', { ...told, email_verified: false });
    expect(unconfirmed.me).toMatchObject({ username: 'emil-2', email: '' });
    // A stranger may have typed the address here, and wait for its owner.
    await admin.call('updateUser', { params: { id }, body: { emailVerified: false } });
    expect((await visit('emil-4', told)).me).toMatchObject({ username: 'emil-3', email: '' });
    await admin.call('updateUser', { params: { id }, body: { emailVerified: true } });
    expect((await visit('emil', told)).me).toMatchObject({ id, username: 'emil' });
    // A second subject with the same address does not get the same account.
    expect((await visit('emil-3', told)).page).toBe('/login?refused=taken');
  });

  it('opens no account by e-mail that can do more than the groups give', async () => {
    await change({ linksByEmail: true });
    const email = 'boss@example.org';
    await admin.call('createUser', { body: { username: 'boss', password: PASSWORD, email, role: 'admin' } });
    const told = { email, email_verified: true };
    expect((await visit('boss', told)).page).toBe('/login?refused=link-first');
    expect((await visit('boss', { ...told, groups: ['chiefs'] })).me).toMatchObject({ username: 'boss' });
  });

  it('links the account of a signed-in person, and unlinks it again', async () => {
    await admin.call('createUser', { body: { username: 'lisa', password: PASSWORD } });
    provider.users.set('lisa', {});
    provider.current = 'lisa';
    const browser = createBrowser();
    await browser.post(`${server.url}/api/v1/auth/login`, { username: 'lisa', password: PASSWORD });
    const link = await browser.post(`${server.url}/api/v1/user/identities/test/link`, { redirectUri: '/me' });
    const { redirectUrl } = (await link.json()) as { readonly redirectUrl: string };
    expect((await browser.open(redirectUrl)).url.pathname).toBe('/me');
    const elsewhere = await visit('lisa', {});
    expect(elsewhere.me).toMatchObject({ username: 'lisa' });
    const identities = await browser.fetch(`${server.url}/api/v1/user/identities`);
    const [identity] = (await identities.json()) as readonly { readonly id: string }[];
    expect(identity).toMatchObject({ provider: 'test', providerDisplayName: 'Test' });
    const lisa = await signIn(server, { username: 'lisa', password: PASSWORD });
    await lisa.call('deleteIdentity', { params: { id: identity?.id ?? '' } });
    // The session of the identity has ended with it, and the one of the password goes on.
    expect(await findSignedIn(server, elsewhere.browser)).toBeUndefined();
    expect(await findSignedIn(server, browser)).toMatchObject({ username: 'lisa' });
  });

  it('keeps the last way to sign in', async () => {
    const { browser } = await visit('last', { preferred_username: 'last' });
    const [identity] = (await (await browser.fetch(`${server.url}/api/v1/user/identities`)).json()) as { id: string }[];
    const response = await browser.fetch(`${server.url}/api/v1/user/identities/${identity?.id ?? ''}`, {
      method: 'DELETE',
      headers: { 'sec-fetch-site': 'same-origin' },
    });
    expect(response.status).toBe(409);
  });

  it('refuses a deactivated account, and ends its sessions', async () => {
    const { browser } = await visit('gone', { preferred_username: 'gone' });
    const { id } = await findUser('gone');
    await admin.call('patchUser', { params: { id }, body: { isActive: false } });
    expect(await findSignedIn(server, browser)).toBeUndefined();
    expect((await visit('gone', { preferred_username: 'gone' })).page).toBe('/login?refused=inactive');
  });

  it('follows new keys of the provider at once', async () => {
    expect((await visit('key', { preferred_username: 'key' })).page).toBe('/');
    await provider.changeKeys();
    expect((await visit('key', { preferred_username: 'key' })).page).toBe('/');
  });

  it('ends with the session at the provider, and only that one', async () => {
    const one = await visit('twice', { preferred_username: 'twice' });
    const other = await visit('twice', { preferred_username: 'twice' });
    await provider.logOut(one.browser);
    await expect.poll(async () => findSignedIn(server, one.browser)).toBeUndefined();
    expect(await findSignedIn(server, other.browser)).toMatchObject({ username: 'twice' });
  });

  it('lasts no longer than its provider allows, however often it is renewed', async () => {
    const { browser } = await visit('hour', { preferred_username: 'hour' });
    const renew = async () => browser.post(`${server.url}/api/v1/auth/refresh`);
    expect((await renew()).status).toBe(200);
    const { id } = await findUser('hour');
    const [session] = (await admin.call('listUserSessions', { params: { id } })).data;
    const lasts = Date.parse(session?.expiresAt ?? '') - Date.parse(session?.createdAt ?? '');
    expect(lasts).toBeLessThanOrEqual(24 * 3_600_000);
    await server.context.db.transaction(async (tx) => {
      const past = Date.now() - 1;
      await tx.write
        .updateTable('session')
        .set({ expiresAt: past, renewUntil: past })
        .where('userId', '=', id)
        .execute();
    });
    expect((await renew()).status).toBe(401);
  });

  it('asks for no second factor in a remembered browser, to which the page of the provider leads back', async () => {
    const { browser } = await visit('rex', { preferred_username: 'rex' });
    const ask = async (path: string, body: unknown) =>
      (await browser.post(`${server.url}/api/v1/${path}`, body)).json();
    const { ticket, secret } = (await ask('user/factors/app', {})) as {
      readonly ticket: string;
      readonly secret: string;
    };
    const made = await ask('user/factors/app/confirm', { ticket, code: readCode(secret) });
    const { recoveryCodes } = made as { readonly recoveryCodes: readonly string[] };
    const { url } = await browser.open(await startAt(server, browser));
    const asked = FactorAsked.parse(JSON.parse(Buffer.from(url.hash.slice(1), 'base64url').toString()));
    await ask('auth/factor', { ticket: asked.ticket, code: recoveryCodes[0], remember: true });
    expect(await signInAt(server, browser)).toBe('/');
    expect(await signInAt(server, createBrowser())).toBe('/login?next=%2F');
  });

  it('ends sessions and links with the provider, and never shows its secret', async () => {
    await using other = await startProvider(server, 'other');
    const added = await addProvider(admin, other, { name: 'other', createsAccounts: true });
    expect(added).toMatchObject({ hasSecret: true, callbackUrl: `${server.url}/api/v1/auth/oidc/other/callback` });
    expect(JSON.stringify(await admin.call('listSignInProviders', {}))).not.toContain('a secret of the client');
    other.users.set('ole', { preferred_username: 'ole' });
    other.current = 'ole';
    const browser = createBrowser();
    await signInAt(server, browser, { name: 'other' });
    expect(await findSignedIn(server, browser)).toMatchObject({ username: 'ole' });
    const params = { id: added.id };
    // Another issuer is another server, which must not learn the secret.
    const moved = await admin.call('updateSignInProvider', { params, body: { issuer: 'https://id.example.org' } });
    expect(moved).toMatchObject({ hasSecret: false });
    expect(await findSignedIn(server, browser)).toBeUndefined();
    // Identities of header sign-ins have that name, and would go with the provider.
    const reserved = addProvider(admin, other, { name: 'proxy' });
    expect((await expectRefusal(reserved)).status).toBe(409);
    await admin.call('deleteSignInProvider', { params });
    const error = await expectRefusal(createClient(server).call('startOidcLogin', { params: { provider: 'other' } }));
    expect(error.status).toBe(404);
  });

  it('is the only way in where passwords are off, except for the emergency admin', async () => {
    const { id } = await admin.call('createUser', { body: { username: 'rescue', password: PASSWORD, role: 'admin' } });
    await admin.call('createUser', { body: { username: 'plain', password: PASSWORD } });
    const basic = async (name: string) => {
      const credential = Buffer.from(`${name}:${PASSWORD}`).toString('base64');
      return (await fetch(`${server.url}/api/v1/auth/me`, { headers: { authorization: `Basic ${credential}` } }))
        .status;
    };
    expect(await basic('plain')).toBe(200);
    const set = async (key: string, value: string) => admin.call('updateSetting', { params: { key }, body: { value } });
    await set('auth.emergency_admin', 'rescue');
    await set('auth.password_sign_in', 'false');
    try {
      // A password that was right a moment ago is refused as well.
      expect(await basic('plain')).toBe(401);
      expect(await basic('rescue')).toBe(200);
      const login = async (username: string, password: string) =>
        createClient(server).call('login', { body: { username, password } });
      expect((await expectRefusal(login('plain', PASSWORD))).status).toBe(401);
      expect((await expectRefusal(login('admin', 'correct horse battery'))).status).toBe(401);
      await login('rescue', PASSWORD);
      // Without a usable emergency admin every admin is one.
      await admin.call('patchUser', { params: { id }, body: { role: 'reader' } });
      await login('admin', 'correct horse battery');
    } finally {
      await set('auth.password_sign_in', 'true');
    }
  });

  it('starts nothing for a provider that is switched off', async () => {
    await change({ isActive: false });
    try {
      await expect(startAt(server, createBrowser())).rejects.toThrow('NotFound');
      expect(await createClient(server).call('listOidcProviders', {})).toMatchObject({ enabled: false, providers: [] });
    } finally {
      await change({ isActive: true });
    }
  });
});

describe.each(databases)('a provider of the configuration on %s', (kind) => {
  it('signs in with the rights of its groups', async () => {
    const known = { url: 'http://127.0.0.1' };
    await using provider = await startProvider(known, 'house');
    await using server = await startServer(kind, {
      config: {
        'auth.private_networks': 'loopback',
        'auth.oidc.issuer': provider.issuer,
        'auth.oidc.name': 'house',
        'auth.oidc.client_id': 'lectern',
        'auth.oidc.client_secret': 'a secret of the client that is long enough',
        'auth.oidc.scopes': 'profile,email,groups',
        'auth.oidc.create_accounts': 'true',
        'auth.oidc.maintainer_groups': 'keepers',
      },
    });
    known.url = server.url;
    await provider.changeKeys();
    provider.users.set('early', { preferred_username: 'early' });
    provider.current = 'early';
    // The first account ends the setup, so no reader may be it.
    expect(await signInAt(server, createBrowser(), { name: 'house' })).toBe('/login?refused=no-account');
    await setupAdmin(server);
    provider.users.set('ida', { preferred_username: 'ida', groups: ['keepers'] });
    provider.current = 'ida';
    const browser = createBrowser();
    await signInAt(server, browser, { name: 'house' });
    expect(await findSignedIn(server, browser)).toMatchObject({ username: 'ida', role: 'maintainer' });
  });
});
