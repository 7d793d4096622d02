import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Browser, createBrowser } from '../_harness/browser.ts';
import { setupAdmin } from '../_harness/client.ts';
import { databases } from '../_harness/databases.ts';
import { type ForgedProvider, startForgedProvider } from '../_harness/forged-provider.ts';
import {
  addProvider,
  findSignedIn,
  type ProviderServer,
  startAt,
  startProvider,
} from '../_harness/sign-in-provider.ts';
import { startServer, type TestServer } from '../_harness/start-server.ts';

const REFUSED = '/login?refused=refused';

describe.each(databases)('a code that was stolen on its way back from a provider, on %s', (kind) => {
  let server: TestServer;
  let real: ProviderServer;
  let forged: ForgedProvider;

  beforeAll(async () => {
    server = await startServer(kind, { config: { 'auth.private_networks': 'loopback' } });
    const admin = await setupAdmin(server);
    real = await startProvider(server);
    forged = await startForgedProvider();
    await addProvider(admin, real, { createsAccounts: true });
    await addProvider(admin, forged, { name: 'forged', createsAccounts: true });
  });
  afterAll(async () => {
    await real[Symbol.asyncDispose]();
    await forged[Symbol.asyncDispose]();
    await server[Symbol.asyncDispose]();
  });

  /** Signs in at the provider. @returns the address with the code, which was not opened yet */
  async function stopAtCallback(browser: Browser): Promise<URL> {
    let address = await startAt(server, browser);
    while (!address.startsWith(server.url)) {
      const next = (await browser.fetch(address)).headers.get('location');
      if (next === null) throw new Error(`The provider stopped at ${address}`);
      address = new URL(next, address).href;
    }
    return new URL(address);
  }

  async function open(browser: Browser, url: URL): Promise<string | null> {
    return (await browser.fetch(url.href)).headers.get('location');
  }

  it('opens nothing in another browser, whose verifier is another one', async () => {
    real.users.set('vera', { preferred_username: 'vera' });
    real.current = 'vera';
    const [victim, thief] = [createBrowser(), createBrowser()];
    const stolen = await stopAtCallback(victim);
    const injected = new URL(stolen);
    injected.searchParams.set('state', new URL(await startAt(server, thief)).searchParams.get('state') ?? '');
    expect(await open(thief, injected)).toBe(REFUSED);
    expect(real.refusals).toEqual(['code_verifier does not match code_challenge']);
    expect(await findSignedIn(server, thief)).toBeUndefined();
    // The code itself was good.
    expect(await open(victim, stolen)).toBe('/');
    expect(await findSignedIn(server, victim)).toMatchObject({ username: 'vera' });
  });

  it('opens nothing although the rest of the answer fits', async () => {
    const [victim, thief] = [createBrowser(), createBrowser()];
    const begin = async (browser: Browser) => new URL(await startAt(server, browser, { name: 'forged' })).searchParams;
    const seconds = Math.floor(Date.now() / 1000);
    /** The thief brings a code that belongs to a challenge; state and nonce are the thief's own. */
    const bring = async (own: URLSearchParams, challenge: string | null) => {
      const claims = { iss: forged.issuer, aud: 'lectern', sub: 'nora', iat: seconds, exp: seconds + 300 };
      const idToken = await forged.sign({ ...claims, nonce: own.get('nonce') });
      forged.challenge = challenge;
      forged.answer = { access_token: 'any', token_type: 'Bearer', expires_in: 60, id_token: idToken };
      const query = new URLSearchParams({ code: 'stolen', state: own.get('state') ?? '' });
      return open(thief, new URL(`${server.url}/api/v1/auth/oidc/forged/callback?${query.toString()}`));
    };
    const theirs = await begin(victim);
    expect(await bring(await begin(thief), theirs.get('code_challenge'))).toBe(REFUSED);
    expect(await findSignedIn(server, thief)).toBeUndefined();
    const own = await begin(thief);
    expect(await bring(own, own.get('code_challenge'))).toBe('/');
  });
});
