import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Browser, createBrowser } from '../_harness/browser.ts';
import { type Client, createClient, expectRefusal, setupAdmin } from '../_harness/client.ts';
import { databases } from '../_harness/databases.ts';
import { type ForgedClaims, type ForgedProvider, startForgedProvider } from '../_harness/forged-provider.ts';
import { openForgedWorld } from '../_harness/forged-world.ts';
import { sendTo } from '../_harness/send-to.ts';
import { addProvider, findSignedIn, startAt } from '../_harness/sign-in-provider.ts';
import { startServer, type TestServer } from '../_harness/start-server.ts';

const EXPIRED = '/login?refused=expired';
const INVALID = '/login?refused=invalid';

/** Seconds since 1970. */
const seconds = (): number => Math.floor(Date.now() / 1000);

describe.each(databases)('an answer of a provider that was made up or used again, on %s', (kind) => {
  let server: TestServer;
  let admin: Client;
  let good: ForgedProvider;
  let evil: ForgedProvider;

  const opened = new AsyncDisposableStack();
  beforeAll(async () => {
    ({ server, admin, good, evil } = opened.use(await openForgedWorld(kind)));
  });
  afterAll(async () => opened.disposeAsync());
  beforeEach(() => {
    good.answer = {};
    evil.answer = {};
  });

  const toClaims = (nonce: string, more: ForgedClaims = {}): ForgedClaims => ({
    iss: good.issuer,
    aud: 'lectern',
    sub: 'vera',
    preferred_username: 'vera',
    nonce,
    iat: seconds(),
    exp: seconds() + 300,
    ...more,
  });

  /** Starts a sign-in, and reads what the provider is told. */
  async function begin(browser: Browser, name = 'good') {
    const url = new URL(await startAt(server, browser, { name }));
    return { url, state: url.searchParams.get('state') ?? '', nonce: url.searchParams.get('nonce') ?? '' };
  }

  /** Comes back from a provider. @returns where the browser is sent */
  async function comeBack(browser: Browser, query: Readonly<Record<string, string>>, name = 'good') {
    const address = `${server.url}/api/v1/auth/oidc/${name}/callback?${new URLSearchParams(query).toString()}`;
    const response = await browser.fetch(address);
    return response.headers.get('location');
  }

  async function answerWith(idToken: string): Promise<void> {
    good.answer = { access_token: 'any', token_type: 'Bearer', expires_in: 60, id_token: idToken };
  }

  it('asks with a state, a nonce and PKCE, and sends the secret only to the token endpoint', async () => {
    const browser = createBrowser();
    const { url, state, nonce } = await begin(browser);
    expect(url.origin).toBe(good.issuer);
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      code_challenge_method: 'S256',
      response_type: 'code',
      redirect_uri: `${server.url}/api/v1/auth/oidc/good/callback`,
      scope: 'openid profile email groups',
    });
    expect(url.href).not.toContain('secret');
    await answerWith(await good.sign(toClaims(nonce)));
    expect(await comeBack(browser, { code: 'any', state })).toBe('/');
    expect(await findSignedIn(server, browser)).toMatchObject({ username: 'vera' });
    expect(good.asked.some((request) => /^POST \/token .*code_verifier=/.test(request))).toBe(true);
  });

  it('opens nothing the second time, nor in another browser', async () => {
    const browser = createBrowser();
    const { state, nonce } = await begin(browser);
    await answerWith(await good.sign(toClaims(nonce)));
    const cookie = browser.cookies(`${server.url}/api/v1/auth/oidc/good/callback`);
    expect(await comeBack(createBrowser(), { code: 'any', state })).toBe(EXPIRED);
    expect(await comeBack(browser, { code: 'any', state })).toBe('/');
    // The cookie is gone; a thief who kept it gets nothing either.
    expect(await comeBack(browser, { code: 'any', state })).toBe(EXPIRED);
    const address = `${server.url}/api/v1/auth/oidc/good/callback?code=any&state=${state}`;
    const replayed = await fetch(address, { headers: { cookie }, redirect: 'manual' });
    expect([replayed.headers.get('location'), replayed.headers.get('set-cookie')]).toEqual([
      EXPIRED,
      expect.not.stringContaining('lectern_session'),
    ]);
  });

  it('opens one session when two requests bring it at once', async () => {
    const browser = createBrowser();
    const { state, nonce } = await begin(browser);
    await answerWith(await good.sign(toClaims(nonce)));
    const targets = await Promise.all([1, 2, 3].map(async () => comeBack(browser, { code: 'any', state })));
    expect(targets.toSorted()).toEqual(['/', EXPIRED, EXPIRED]);
  });

  it('counts only for the sign-in that it answers', async () => {
    const [mine, theirs] = [createBrowser(), createBrowser()];
    const own = await begin(mine);
    const other = await begin(theirs);
    await answerWith(await good.sign(toClaims(other.nonce)));
    // An attacker leads the victim to an answer of the attacker's own account.
    expect(await comeBack(mine, { code: 'any', state: other.state })).toBe(EXPIRED);
    const again = await begin(mine);
    await answerWith(await good.sign(toClaims(own.nonce)));
    expect(await comeBack(mine, { code: 'any', state: again.state })).toBe(INVALID);
    expect(await findSignedIn(server, mine)).toBeUndefined();
  });

  it('counts only at the provider that was asked', async () => {
    const browser = createBrowser();
    const { state, nonce } = await begin(browser, 'evil');
    await answerWith(await good.sign(toClaims(nonce)));
    // The address of one, the answer of the other.
    expect(await comeBack(browser, { code: 'any', state }, 'good')).toBe(EXPIRED);
    const next = await begin(browser, 'evil');
    evil.answer = {
      access_token: 'any',
      token_type: 'Bearer',
      id_token: await evil.sign(toClaims(next.nonce, { iss: good.issuer })),
    };
    expect(await comeBack(browser, { code: 'any', state: next.state }, 'evil')).toBe(INVALID);
    const named = await begin(browser);
    await answerWith(await good.sign(toClaims(named.nonce)));
    expect(await comeBack(browser, { code: 'any', state: named.state, iss: evil.issuer })).toBe(INVALID);
    expect(await findSignedIn(server, browser)).toBeUndefined();
  });

  it('begins at no provider whose description names another issuer', async () => {
    await using liar = await startForgedProvider();
    liar.description = { issuer: good.issuer, jwks_uri: `${good.issuer}/jwks` };
    const { id } = await addProvider(admin, liar, { name: 'liar', createsAccounts: true });
    expect((await expectRefusal(admin.call('testSignInProvider', { params: { id } }))).status).toBe(503);
    await expect(startAt(server, createBrowser(), { name: 'liar' })).rejects.toThrow('No sign-in was started');
    liar.description = {};
    await admin.call('testSignInProvider', { params: { id } });
  });

  it('is another account at another provider, whatever it is called', async () => {
    const [one, other] = [createBrowser(), createBrowser()];
    const first = await begin(one);
    await answerWith(await good.sign(toClaims(first.nonce, { sub: 'same', preferred_username: 'same' })));
    await comeBack(one, { code: 'any', state: first.state });
    const second = await begin(other, 'evil');
    const claims = toClaims(second.nonce, { iss: evil.issuer, sub: 'same', preferred_username: 'same' });
    evil.answer = { access_token: 'any', token_type: 'Bearer', id_token: await evil.sign(claims) };
    expect(await comeBack(other, { code: 'any', state: second.state }, 'evil')).toBe('/');
    const [mine, theirs] = [await findSignedIn(server, one), await findSignedIn(server, other)];
    expect([mine?.['username'], theirs?.['username']]).toEqual(['same', 'same-2']);
  });

  it('is refused when its token fails any check', async () => {
    const forged: Readonly<Record<string, (nonce: string) => Promise<string>>> = {
      'signed with another key': async (nonce) => good.signWithOwnKey(toClaims(nonce)),
      'for another client': async (nonce) => good.sign(toClaims(nonce, { aud: 'another' })),
      'for several, authorised for another': async (nonce) =>
        good.sign(toClaims(nonce, { aud: ['lectern', 'another'], azp: 'another' })),
      'of another issuer': async (nonce) => good.sign(toClaims(nonce, { iss: 'https://evil.example' })),
      expired: async (nonce) => good.sign(toClaims(nonce, { iat: seconds() - 900, exp: seconds() - 600 })),
      'without a subject': async (nonce) => good.sign(toClaims(nonce, { sub: undefined })),
      'without a nonce': async (nonce) => good.sign(toClaims(nonce, { nonce: undefined })),
      'with another nonce': async () => good.sign(toClaims('another')),
      unsigned: async (nonce) => {
        const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
        return `${encode({ alg: 'none' })}.${encode(toClaims(nonce))}.`;
      },
      'of another kind': async () => 'no token',
    };
    for (const [what, make] of Object.entries(forged)) {
      const browser = createBrowser();
      const { state, nonce } = await begin(browser);
      await answerWith(await make(nonce));
      expect([what, await comeBack(browser, { code: 'any', state })]).toEqual([what, INVALID]);
      expect([what, await findSignedIn(server, browser)]).toEqual([what, undefined]);
    }
  });

  it('leads to no other site', async () => {
    const targets = [
      'https://evil.example/',
      '//evil.example',
      '/\\evil.example',
      '/\t/evil.example',
      '/.//evil.example',
      '/a/..//evil.example',
      'javascript:alert(1)',
      'evil',
      '/%0d%0aset-cookie:a=b\r\nb: c',
    ];
    for (const redirectUri of targets) {
      const call = createClient(server).call('startOidcLogin', { params: { provider: 'good' }, body: { redirectUri } });
      expect([redirectUri, (await expectRefusal(call)).status]).toEqual([redirectUri, 400]);
    }
  });

  it('goes back to no host that a request made up', async () => {
    const headers = { host: 'evil.example' };
    expect((await sendTo(server.url, '/api/v1/auth/oidc/good/login', { method: 'POST', headers })).status).toBe(400);
  });

  it('links nothing for a page of another site, nor with a session that ended', async () => {
    const { id } = await admin.call('createUser', { body: { username: 'mia', password: 'a good password' } });
    const browser = createBrowser();
    await browser.post(`${server.url}/api/v1/auth/login`, { username: 'mia', password: 'a good password' });
    const link = `${server.url}/api/v1/user/identities/good/link`;
    const foreign = await browser.fetch(link, { method: 'POST', headers: { 'sec-fetch-site': 'cross-site' } });
    expect(foreign.status).toBe(401);
    const started = (await (await browser.post(link)).json()) as { readonly redirectUrl: string };
    const { searchParams } = new URL(started.redirectUrl);
    const [state, nonce] = [searchParams.get('state') ?? '', searchParams.get('nonce') ?? ''];
    await answerWith(await good.sign(toClaims(nonce, { sub: 'mia' })));
    await admin.call('deleteUserSessions', { params: { id } });
    expect(await comeBack(browser, { code: 'any', state })).toBe('/me?refused=expired');
  });

  it('links no identity that opens another account', async () => {
    const owner = createBrowser();
    const first = await begin(owner);
    await answerWith(await good.sign(toClaims(first.nonce, { sub: 'owned', preferred_username: 'owner' })));
    await comeBack(owner, { code: 'any', state: first.state });
    await admin.call('createUser', { body: { username: 'thief', password: 'a good password' } });
    const thief = createBrowser();
    await thief.post(`${server.url}/api/v1/auth/login`, { username: 'thief', password: 'a good password' });
    const link = await thief.post(`${server.url}/api/v1/user/identities/good/link`);
    const { searchParams } = new URL(((await link.json()) as { readonly redirectUrl: string }).redirectUrl);
    await answerWith(await good.sign(toClaims(searchParams.get('nonce') ?? '', { sub: 'owned' })));
    const state = searchParams.get('state') ?? '';
    expect(await comeBack(thief, { code: 'any', state })).toBe('/me?refused=taken');
  });
});

describe.each(databases)('a provider in a private network on %s', (kind) => {
  it('is asked nothing unless the operator lists its network', async () => {
    await using server = await startServer(kind);
    await using provider = await startForgedProvider();
    const admin = await setupAdmin(server);
    const { id } = await addProvider(admin, provider, { name: 'inside' });
    const error = await expectRefusal(admin.call('testSignInProvider', { params: { id } }));
    expect(error.status).toBe(503);
    const start = createClient(server).call('startOidcLogin', { params: { provider: 'inside' } });
    expect((await expectRefusal(start)).status).toBe(503);
    expect(provider.asked).toEqual([]);
  });
});

describe.each(databases)('a header that names a user on %s', (kind) => {
  const headers = { 'remote-user': 'hanna', 'remote-groups': 'keepers,others' };
  const rules = { 'auth.proxy.create_accounts': 'true', 'auth.proxy.maintainer_groups': 'keepers' };

  async function ask(server: TestServer, given: Readonly<Record<string, string>>): Promise<Response> {
    return fetch(`${server.url}/api/v1/auth/proxy`, { method: 'POST', headers: given });
  }

  it('is believed from no address unless the operator lists one', async () => {
    await using off = await startServer(kind, { config: rules });
    await setupAdmin(off);
    expect((await ask(off, headers)).status).toBe(403);
    await using other = await startServer(kind, {
      config: { ...rules, 'auth.proxy.addresses': '192.0.2.7', 'server.trusted_proxies': 'loopback' },
    });
    await setupAdmin(other);
    // A header of a trusted reverse proxy changes the client, never the connection.
    expect((await ask(other, { ...headers, 'x-forwarded-for': '192.0.2.7' })).status).toBe(403);
    expect((await fetch(`${other.url}/api/v1/auth/me`, { headers })).status).toBe(401);
  });

  it('signs in from a listed address, with the rights of its groups', async () => {
    await using server = await startServer(kind, { config: { ...rules, 'auth.proxy.addresses': 'loopback' } });
    const admin = await setupAdmin(server);
    const first = (await (await ask(server, headers)).json()) as { readonly access_token: string };
    const hanna = createClient(server, first.access_token);
    expect(await hanna.call('getCurrentUser', {})).toMatchObject({ username: 'hanna', role: 'maintainer' });
    // Authentik separates by this sign, and a name with a comma stays whole.
    for (const [groups, role] of [
      ['others|keepers', 'maintainer'],
      ['others,keepers|rest', 'reader'],
      ['others, keepers', 'maintainer'],
    ] as const) {
      await ask(server, { 'remote-user': 'hanna', 'remote-groups': groups });
      expect([groups, await hanna.call('getCurrentUser', {})]).toMatchObject([groups, { role }]);
    }
    expect((await ask(server, {})).status).toBe(400);
    await ask(server, { 'remote-user': 'hanna' });
    expect(await hanna.call('getCurrentUser', {})).toMatchObject({ username: 'hanna', role: 'reader' });
    // The name of an account without a link opens nothing.
    await admin.call('createUser', { body: { username: 'taken', password: 'a good password' } });
    const taken = (await (await ask(server, { 'remote-user': 'taken' })).json()) as Record<string, unknown>;
    expect(taken).toMatchObject({ user: { username: 'taken-2' } });
    // Only the request that signs in reads the header.
    expect((await fetch(`${server.url}/api/v1/auth/me`, { headers })).status).toBe(401);
  });

  it('opens an account with the same name only where the operator allows it, and never one with more rights', async () => {
    const config = { ...rules, 'auth.proxy.addresses': 'loopback', 'auth.proxy.link_by_name': 'true' };
    await using server = await startServer(kind, { config });
    const admin = await setupAdmin(server);
    const { id } = await admin.call('createUser', { body: { username: 'linked', password: 'a good password' } });
    expect(await (await ask(server, { 'remote-user': 'linked' })).json()).toMatchObject({ user: { id } });
    expect((await ask(server, { 'remote-user': 'admin' })).status).toBe(403);
  });

  it('is refused, with the reason, where its address belongs to an account that it may not open', async () => {
    await using server = await startServer(kind, { config: { ...rules, 'auth.proxy.addresses': 'loopback' } });
    const admin = await setupAdmin(server);
    const email = 'olga@example.org';
    await admin.call('createUser', { body: { username: 'olga', password: 'a good password', email } });
    const refused = await ask(server, { 'remote-user': 'another', 'remote-email': email });
    expect([refused.status, await refused.text()]).toEqual([403, expect.stringContaining('e-mail address')]);
  });

  it('is refused when it is there twice', async () => {
    await using server = await startServer(kind, { config: { ...rules, 'auth.proxy.addresses': 'loopback' } });
    await setupAdmin(server);
    const twice = { 'remote-user': ['hanna', 'admin'] };
    expect((await sendTo(server.url, '/api/v1/auth/proxy', { method: 'POST', headers: twice })).status).toBe(400);
  });
});
