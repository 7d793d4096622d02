import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, type JWK } from 'jose';
import { Provider, type Configuration, type KoaContextWithOIDC } from 'oidc-provider';
import type { CallInput, CallResult } from '@lectern/contract';
import type { Browser } from './browser.ts';
import type { Client } from './client.ts';
import type { TestServer } from './start-server.ts';

/** A user of the provider, by subject. */
export interface ProviderUser {
  readonly email?: string;
  readonly email_verified?: boolean;
  readonly preferred_username?: string;
  readonly groups?: readonly string[];
}

/** A real OpenID Connect provider in this process. */
export interface ProviderServer extends AsyncDisposable {
  readonly issuer: string;
  /** Users by subject; a test changes them as an admin of the provider would. */
  readonly users: Map<string, ProviderUser>;
  /** Who signs in when the provider asks; null cancels. */
  current: string | null;
  /** Why it refused token requests, newest last. */
  readonly refusals: readonly string[];
  /** Signs with new keys from now on, and forgets the old ones. */
  readonly changeKeys: () => Promise<void>;
  /**
   * Ends the session of a browser there, which tells our server.
   * @param address that our server sent the browser to
   * @returns where the provider sends the browser; null for its own page
   */
  readonly logOut: (browser: Browser, address?: string) => Promise<string | null>;
}

const CLIENT = { id: 'lectern', secret: 'a secret of the client that is long enough' } as const;

async function newKey(): Promise<JWK> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  return { ...(await exportJWK(privateKey)), use: 'sig', alg: 'RS256', kid: crypto.randomUUID() };
}

async function grantAll({ oidc }: KoaContextWithOIDC) {
  const { client, session, provider } = oidc;
  if (client === undefined || session?.accountId === undefined) return undefined;
  const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId });
  grant.addOIDCScope('openid profile email groups');
  await grant.save();
  return grant;
}

function configure(users: ReadonlyMap<string, ProviderUser>, callbacks: string, jwks: readonly JWK[]): Configuration {
  return {
    clients: [
      {
        client_id: CLIENT.id,
        client_secret: CLIENT.secret,
        redirect_uris: [`${callbacks}/callback`],
        post_logout_redirect_uris: [`${new URL(callbacks).origin}/login`],
        backchannel_logout_uri: `${callbacks}/backchannel-logout`,
        backchannel_logout_session_required: true,
      },
    ],
    jwks: { keys: [...jwks] },
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['preferred_username', 'name'],
      groups: ['groups'],
    },
    scopes: ['openid', 'profile', 'email', 'groups'],
    // Without them it writes a notice for each.
    ttl: { AccessToken: 3600, Grant: 3600, IdToken: 3600, Interaction: 3600, Session: 3600 },
    cookies: { keys: ['a key of the provider'] },
    features: {
      devInteractions: { enabled: false },
      backchannelLogout: { enabled: true },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: (ctx, form) => {
          ctx.body = form;
        },
      },
    },
    interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
    loadExistingGrant: grantAll,
    findAccount: (_ctx, sub) => {
      const user = users.get(sub);
      return user === undefined ? undefined : { accountId: sub, claims: () => ({ sub, ...user }) };
    },
    // Its own way refuses addresses of this machine, where the server of the test is.
    fetch: async (url, { dispatcher: _guarded, ...plain } = {}) => fetch(url, plain),
  };
}

async function logOutAt(issuer: string, browser: Browser, address = `${issuer}/session/end`): Promise<string | null> {
  const { response } = await browser.open(address);
  const form = await response.text();
  const xsrf = /name="xsrf" value="([^"]+)"/.exec(form)?.[1] ?? '';
  const ended = await browser.fetch(`${issuer}/session/end/confirm`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ xsrf, logout: 'yes' }),
  });
  if (ended.status >= 400) throw new Error(`The provider did not end the session: ${String(ended.status)}`);
  return ended.headers.get('location');
}

/** Starts a provider that knows a server under this name. Its address is read here, and when the keys change. */
export async function startProvider(server: Pick<TestServer, 'url'>, name = 'test'): Promise<ProviderServer> {
  const users = new Map<string, ProviderUser>();
  let answer: (request: IncomingMessage, response: ServerResponse) => Promise<void> | void = () => undefined;
  const web = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${String((web.address() as AddressInfo).port)}`;
  const state: { current: string | null } = { current: null };
  const refusals: string[] = [];
  const changeKeys = async (): Promise<void> => {
    const callbacks = `${server.url}/api/v1/auth/oidc/${name}`;
    const provider = new Provider(issuer, configure(users, callbacks, [await newKey()]));
    const serve = provider.callback();
    provider.on('grant.error', (_ctx, error) => {
      refusals.push(error.cause instanceof Error ? error.cause.message : error.message);
    });
    answer = async (request, response) => {
      if (request.url?.startsWith('/interaction/') !== true) return void serve(request, response);
      const { current } = state;
      const result = current === null ? { error: 'access_denied' } : { login: { accountId: current } };
      await provider.interactionFinished(request, response, result);
    };
  };
  await changeKeys();
  return {
    issuer,
    users,
    refusals,
    get current() {
      return state.current;
    },
    set current(sub) {
      state.current = sub;
    },
    changeKeys,
    logOut: async (browser, address) => logOutAt(issuer, browser, address),
    [Symbol.asyncDispose]: async () => {
      web.closeAllConnections();
      await new Promise((resolve) => web.close(resolve));
    },
  };
}

/** Sets a provider up in a server. */
export async function addProvider(
  admin: Client,
  { issuer }: Pick<ProviderServer, 'issuer'>,
  wanted: Partial<CallInput<'createSignInProvider'>['body']> = {},
): Promise<CallResult<'createSignInProvider'>> {
  return admin.call('createSignInProvider', {
    body: {
      name: 'test',
      displayName: 'Test',
      issuer,
      clientId: CLIENT.id,
      clientSecret: CLIENT.secret,
      scopes: ['profile', 'email', 'groups'],
      ...wanted,
    },
  });
}

/** Starts a sign-in from the sign-in page. @returns the address at the provider */
export async function startAt(
  server: Pick<TestServer, 'url'>,
  browser: Browser,
  { name = 'test', redirectUri }: { readonly name?: string; readonly redirectUri?: string } = {},
): Promise<string> {
  const response = await browser.post(`${server.url}/api/v1/auth/oidc/${name}/login`, { redirectUri });
  if (response.status !== 200) throw new Error(`No sign-in was started: ${await response.text()}`);
  const { redirectUrl } = (await response.json()) as { readonly redirectUrl: string };
  return redirectUrl;
}

/** Signs in as the current user of the provider. @returns the page at the end, path and query */
export async function signInAt(
  server: Pick<TestServer, 'url'>,
  browser: Browser,
  options: Parameters<typeof startAt>[2] = {},
): Promise<string> {
  const { url } = await browser.open(await startAt(server, browser, options));
  return url.origin === server.url ? `${url.pathname}${url.search}` : url.href;
}

/** The user that a browser is signed in as; undefined for none. */
export async function findSignedIn(
  server: Pick<TestServer, 'url'>,
  browser: Browser,
): Promise<Readonly<Record<string, unknown>> | undefined> {
  const response = await browser.fetch(`${server.url}/api/v1/auth/me`);
  return response.status === 200 ? ((await response.json()) as Readonly<Record<string, unknown>>) : undefined;
}
