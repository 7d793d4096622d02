import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Browser, createBrowser } from '../_harness/browser.ts';
import { type Client, setupAdmin } from '../_harness/client.ts';
import { databases } from '../_harness/databases.ts';
import { type ForgedProvider, startForgedProvider } from '../_harness/forged-provider.ts';
import { newShelf } from '../_harness/shelf.ts';
import { addProvider, findSignedIn, startAt } from '../_harness/sign-in-provider.ts';
import { startServer, type TestServer } from '../_harness/start-server.ts';
import { answerForged } from '../_harness/visit-forged.ts';

const PASSWORD = 'a good password';
const NAME = 'house';

/** What a browser says of a request that a page of another site makes without asking first. */
const FOREIGN: readonly Readonly<Record<string, string>>[] = [
  { origin: 'https://evil.example' },
  { origin: 'null' },
  { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' },
  { 'sec-fetch-site': 'same-site' },
  { 'sec-fetch-site': 'none' },
];
const OWN = { 'sec-fetch-site': 'same-origin' };

describe.each(databases)('a page of another site around a sign-in at a provider, on %s', (kind) => {
  let server: TestServer;
  let admin: Client;
  let provider: ForgedProvider;

  beforeAll(async () => {
    server = await startServer(kind, {
      config: {
        'auth.private_networks': 'loopback',
        'auth.proxy.addresses': 'loopback',
        'auth.proxy.create_accounts': 'true',
      },
    });
    admin = await setupAdmin(server);
    provider = await startForgedProvider();
    await addProvider(admin, provider, { name: NAME, createsAccounts: true });
  });
  afterAll(async () => {
    await provider[Symbol.asyncDispose]();
    await server[Symbol.asyncDispose]();
  });

  /** A browser in which a new account is signed in. */
  async function newBrowser(username: string): Promise<Browser> {
    const account = { username, password: PASSWORD };
    await admin.call('createUser', { body: account });
    const browser = createBrowser();
    await browser.post(`${server.url}/api/v1/auth/login`, account);
    return browser;
  }

  const link = `/api/v1/user/identities/${NAME}/link`;
  const callback = `/api/v1/auth/oidc/${NAME}/callback`;

  function readFraming(response: Response): string | undefined {
    const policy = response.headers.get('content-security-policy') ?? '';
    return /(?:^|; ?)frame-ancestors ([^;]*)/.exec(policy)?.[1];
  }

  it('frames no page that starts, confirms or ends one', async () => {
    const browser = await newBrowser('framed');
    const paths = [
      ...['/login', '/login?next=%2Fme', '/login?refused=link-first', '/me', '/me?refused=taken', '/me/security'],
      ...['/join', '/admin/sign-in', callback, `${callback}?code=any&state=any`, `${callback}?error=access_denied`],
      `/api/v1/auth/oidc/${NAME}/frontchannel-logout?iss=${encodeURIComponent(provider.issuer)}&sid=any`,
    ];
    for (const path of paths) {
      for (const who of [browser, createBrowser()]) {
        const response = await who.fetch(server.url + path, { headers: { accept: 'text/html' } });
        await response.arrayBuffer();
        expect([path, readFraming(response)]).toEqual([path, "'none'"]);
      }
    }
    const started = await browser.post(server.url + link);
    expect([started.status, readFraming(started)]).toEqual([200, "'none'"]);
    const { redirectUrl } = (await started.json()) as { readonly redirectUrl: string };
    expect(await answerForged(server, browser, { redirectUrl, provider, name: NAME }, { sub: 'framed' })).toBe('/');
  });

  it('starts no link with the cookies of a signed-in browser', async () => {
    const browser = await newBrowser('lured');
    for (const headers of [{}, ...FOREIGN]) {
      const response = await browser.fetch(server.url + link, { method: 'POST', headers });
      const told = [response.status, response.headers.getSetCookie()];
      expect([headers, ...told]).toEqual([headers, 401, []]);
    }
    expect((await browser.post(server.url + link)).status).toBe(200);
  });

  it('starts no sign-in, and does not disturb one that was begun', async () => {
    const browser = createBrowser();
    const redirectUrl = await startAt(server, browser, { name: NAME });
    const address = `${server.url}/api/v1/auth/oidc/${NAME}/login`;
    for (const headers of FOREIGN) {
      const response = await browser.fetch(address, { method: 'POST', headers });
      expect([headers, response.status, response.headers.getSetCookie()]).toEqual([headers, 403, []]);
    }
    const claims = { sub: 'begun', preferred_username: 'begun' };
    expect(await answerForged(server, browser, { redirectUrl, provider, name: NAME }, claims)).toBe('/');
    expect(await findSignedIn(server, browser)).toMatchObject({ username: 'begun' });
  });

  it('opens no session and no guest access by a request without a body', async () => {
    const { libraryId } = await newShelf(server);
    await admin.call('updateSetting', { params: { key: 'guests.library' }, body: { value: libraryId } });
    for (const path of ['/api/v1/auth/proxy', '/api/v1/auth/guest']) {
      const send = async (headers: Readonly<Record<string, string>>) => {
        const named = { 'remote-user': 'hanna', ...headers };
        const response = await fetch(server.url + path, { method: 'POST', headers: named });
        return [response.ok, response.headers.getSetCookie().length > 0];
      };
      for (const headers of FOREIGN)
        expect([path, headers, ...(await send(headers))]).toEqual([path, headers, false, false]);
      expect([path, ...(await send(OWN))]).toEqual([path, true, true]);
    }
  });
});
