import type { Configuration, ServerMetadata } from 'openid-client';
import type { JWTVerifyGetKey } from 'jose';
import { z } from 'zod';
import { createGuardedFetch, type GuardedFetch, type GuardedFetchOptions } from '../guarded-fetch.ts';
import { mergeClaims, type OpenIdClaims } from './merge-claims.ts';
import { OpenIdFailure, toOpenIdFailure } from './openid-failure.ts';

/** This server as a client of a provider. */
export interface OpenIdClient {
  readonly issuer: string;
  readonly clientId: string;
  /** Null for a public client. */
  readonly secret: string | null;
}

/** A sign-in that was begun. Only the browser that began it may finish it. */
export interface OpenIdAttempt {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
  /** Our address that the provider sends the browser back to. */
  readonly redirectUri: string;
}

/** Whom a logout token names: a subject, one of its sessions, or both. */
export interface LogoutClaims {
  readonly issuer: string;
  readonly tokenId: string;
  readonly subject: string | undefined;
  readonly sid: string | undefined;
  /** Epoch milliseconds: afterwards the token is refused as too old. */
  readonly expiresAt: number;
}

/** Requests to sign-in providers. All reject with `OpenIdFailure`. */
export interface OpenId {
  /** The address that the browser goes to, and what finishes the sign-in. */
  readonly begin: (
    client: OpenIdClient,
    wanted: { readonly redirectUri: string; readonly scopes: readonly string[] },
  ) => Promise<{ readonly url: string; readonly attempt: OpenIdAttempt }>;
  /** @param query of the address that the browser came back to */
  readonly finish: (client: OpenIdClient, attempt: OpenIdAttempt, query: string) => Promise<OpenIdClaims>;
  readonly readLogout: (client: OpenIdClient, token: string) => Promise<LogoutClaims>;
  /**
   * The address at which the browser ends its session at the provider; undefined where the provider has none.
   * @param returnTo our address that the provider sends the browser back to
   */
  readonly endSession: (client: OpenIdClient, returnTo: string) => Promise<string | undefined>;
  /** Fetches the description of a provider, past every cache. */
  readonly check: (client: OpenIdClient) => Promise<void>;
}

/** A description is fetched again after this time. */
const DESCRIPTION_MS = 10 * 60_000;
const MAX_PROVIDERS = 100;
const TIMEOUT_SECONDS = 10;
/** Logout tokens are sent at once, so an older one is a replay. */
const LOGOUT_TOKEN_SECONDS = 300;
const CLOCK_SECONDS = 60;
/** Signatures that a public key checks. */
const ALGORITHMS = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
];
const LOGOUT_EVENT = 'http://schemas.openid.net/event/backchannel-logout';

interface Known {
  readonly metadata: ServerMetadata;
  readonly fetchedAt: number;
  /** Keys of logout tokens. */
  readonly keys: JWTVerifyGetKey;
}

interface Tools {
  readonly fetch: GuardedFetch;
  /** By issuer, oldest first. */
  readonly known: Map<string, Known>;
}

const library = async () => import('openid-client');
type Library = Awaited<ReturnType<typeof library>>;

/** Plain http is for networks that the operator lists, which the fetch checks. */
function isPlain(issuer: string): boolean {
  return issuer.startsWith('http:');
}

/** What makes the library use plain http. */
function readPlainSwitch(openid: Library) {
  // Deprecated from its first day, to stand out. It has no successor.
  // oxlint-disable-next-line typescript/no-deprecated
  return openid.allowInsecureRequests;
}

async function describeProvider({ fetch }: Tools, { issuer, clientId }: OpenIdClient): Promise<Known> {
  const openid = await library();
  const { createRemoteJWKSet, customFetch } = await import('jose');
  const configuration = await openid.discovery(new URL(issuer), clientId, undefined, openid.None(), {
    [openid.customFetch]: fetch,
    timeout: TIMEOUT_SECONDS,
    execute: isPlain(issuer) ? [readPlainSwitch(openid)] : [],
  });
  const metadata = configuration.serverMetadata();
  const { jwks_uri: keysAddress } = metadata;
  if (keysAddress === undefined) throw new OpenIdFailure('invalid', 'The provider names no keys (jwks_uri)');
  return {
    metadata: JSON.parse(JSON.stringify(metadata)) as ServerMetadata,
    fetchedAt: Date.now(),
    keys: createRemoteJWKSet(new URL(keysAddress), { [customFetch]: fetch }),
  };
}

async function recall(tools: Tools, client: OpenIdClient): Promise<Known> {
  const { known } = tools;
  const last = known.get(client.issuer);
  if (last !== undefined && last.fetchedAt > Date.now() - DESCRIPTION_MS) return last;
  const fresh = await describeProvider(tools, client);
  known.delete(client.issuer);
  known.set(client.issuer, fresh);
  const [oldest] = known.keys();
  if (known.size > MAX_PROVIDERS && oldest !== undefined) known.delete(oldest);
  return fresh;
}

/** A configuration for one sign-in. It fetches the keys of the provider itself, so that changed keys count at once. */
async function configure(tools: Tools, client: OpenIdClient): Promise<Configuration> {
  const openid = await library();
  const { metadata } = await recall(tools, client);
  const { secret, clientId, issuer } = client;
  // The default of OpenID Connect Discovery 1.0, section 3.
  const methods = metadata.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
  const authenticate = (text: string) =>
    methods.includes('client_secret_basic') || !methods.includes('client_secret_post')
      ? openid.ClientSecretBasic(text)
      : openid.ClientSecretPost(text);
  const auth = secret === null ? openid.None() : authenticate(secret);
  const configuration = new openid.Configuration(metadata, clientId, undefined, auth);
  configuration[openid.customFetch] = tools.fetch;
  configuration.timeout = TIMEOUT_SECONDS;
  if (isPlain(issuer)) readPlainSwitch(openid)(configuration);
  openid.enableNonRepudiationChecks(configuration);
  return configuration;
}

async function begin(tools: Tools, client: OpenIdClient, wanted: Parameters<OpenId['begin']>[1]) {
  const { redirectUri, scopes } = wanted;
  const openid = await library();
  const configuration = await configure(tools, client);
  const attempt = {
    state: openid.randomState(),
    nonce: openid.randomNonce(),
    verifier: openid.randomPKCECodeVerifier(),
    redirectUri,
  };
  const url = openid.buildAuthorizationUrl(configuration, {
    redirect_uri: redirectUri,
    scope: [...new Set(['openid', ...scopes])].join(' '),
    state: attempt.state,
    nonce: attempt.nonce,
    code_challenge: await openid.calculatePKCECodeChallenge(attempt.verifier),
    code_challenge_method: 'S256',
  });
  return { url: url.href, attempt };
}

async function finish(
  tools: Tools,
  client: OpenIdClient,
  { redirectUri, state, nonce, verifier }: OpenIdAttempt,
  query: string,
): Promise<OpenIdClaims> {
  const openid = await library();
  const configuration = await configure(tools, client);
  const address = new URL(redirectUri);
  address.search = query;
  const tokens = await openid.authorizationCodeGrant(configuration, address, {
    expectedState: state,
    expectedNonce: nonce,
    pkceCodeVerifier: verifier,
    idTokenExpected: true,
  });
  const claims = tokens.claims();
  if (claims === undefined) throw new OpenIdFailure('invalid', 'The provider sent no ID token');
  if (configuration.serverMetadata().userinfo_endpoint === undefined) return claims;
  // Many providers tell groups and addresses only here. Without it groups are unknown, so its failure fails the sign-in.
  const more = await openid.fetchUserInfo(configuration, tokens.access_token, claims.sub);
  return mergeClaims(claims, more);
}

/**
 * Lectern keeps no ID token, so the provider gets no hint and may ask the user. Nothing happens on the way back, so there is no
 * state to check either.
 * @see OpenID Connect RP-Initiated Logout 1.0, section 2
 */
async function endSession(tools: Tools, client: OpenIdClient, returnTo: string): Promise<string | undefined> {
  // An old description will do: a sign-out should not wait for a provider that is away.
  const { metadata } = tools.known.get(client.issuer) ?? (await recall(tools, client));
  if (metadata.end_session_endpoint === undefined) return undefined;
  const openid = await library();
  const configuration = new openid.Configuration(metadata, client.clientId, undefined, openid.None());
  if (isPlain(client.issuer)) readPlainSwitch(openid)(configuration);
  return openid.buildEndSessionUrl(configuration, { post_logout_redirect_uri: returnTo }).href;
}

const LogoutToken = z.object({
  iat: z.number(),
  jti: z.string().min(1).max(500),
  sub: z.string().min(1).max(500).optional(),
  sid: z.string().min(1).max(500).optional(),
  events: z.object({ [LOGOUT_EVENT]: z.looseObject({}) }),
  nonce: z.undefined().optional(),
});

/** Whom a logout token names. @see OpenID Connect Back-Channel Logout 1.0, section 2.6 */
async function readLogout(tools: Tools, client: OpenIdClient, token: string): Promise<LogoutClaims> {
  const { jwtVerify } = await import('jose');
  const { keys, metadata } = await recall(tools, client);
  const { payload, protectedHeader } = await jwtVerify(token, keys, {
    issuer: metadata.issuer,
    audience: client.clientId,
    algorithms: ALGORITHMS,
    maxTokenAge: LOGOUT_TOKEN_SECONDS,
    clockTolerance: CLOCK_SECONDS,
  });
  // Known providers leave the type out. Another one is that of a token for another use.
  if (!/^(application\/)?(logout\+)?jwt$/i.test(protectedHeader.typ ?? 'JWT')) {
    throw new OpenIdFailure('invalid', 'The token is no logout token');
  }
  const { iat, jti, sub, sid } = LogoutToken.parse(payload);
  if (sub === undefined && sid === undefined)
    throw new OpenIdFailure('invalid', 'The token names no user and no session');
  const expiresAt = (iat + LOGOUT_TOKEN_SECONDS + 2 * CLOCK_SECONDS) * 1000;
  return { issuer: metadata.issuer, tokenId: jti, subject: sub, sid, expiresAt };
}

/** Requests to sign-in providers, through the walls of `guarded-fetch.ts`. */
export function createOpenId(options: GuardedFetchOptions): OpenId {
  const tools: Tools = { fetch: createGuardedFetch(options), known: new Map() };
  const guarded = async <Value>(work: () => Promise<Value>): Promise<Value> => {
    try {
      return await work();
    } catch (error) {
      throw toOpenIdFailure(error);
    }
  };
  return {
    begin: async (client, wanted) => guarded(async () => begin(tools, client, wanted)),
    finish: async (client, attempt, query) => guarded(async () => finish(tools, client, attempt, query)),
    readLogout: async (client, token) => guarded(async () => readLogout(tools, client, token)),
    endSession: async (client, returnTo) => guarded(async () => endSession(tools, client, returnTo)),
    check: async (client) =>
      guarded(async () => {
        tools.known.delete(client.issuer);
        await recall(tools, client);
      }),
  };
}
