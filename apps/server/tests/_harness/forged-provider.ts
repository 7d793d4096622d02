import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type CryptoKey, exportJWK, generateKeyPair, SignJWT } from 'jose';

/** Claims, also missing ones. */
export type ForgedClaims = Readonly<Record<string, unknown>>;

/** A provider that answers whatever a test wants, as an attacker between browser and server would. */
export interface ForgedProvider extends AsyncDisposable {
  readonly issuer: string;
  /** Signs with the key that the provider publishes. */
  readonly sign: (claims: ForgedClaims, header?: Readonly<Record<string, string>>) => Promise<string>;
  /** Signs with a key of its own, under the same id. */
  readonly signWithOwnKey: (claims: ForgedClaims) => Promise<string>;
  /** The next answer of the token endpoint. */
  answer: Readonly<Record<string, unknown>>;
  /** Called before each answer of the token endpoint. */
  whileAsked: () => Promise<unknown>;
  /** The challenge of the code that comes next (RFC 7636, S256): a token request with another verifier is refused. Null checks nothing. */
  challenge: string | null;
  /** More for its description. */
  description: Readonly<Record<string, unknown>>;
  /** Requests that it got, newest last: method, path, and body. */
  readonly asked: readonly string[];
}

const KEY_ID = 'the key';

/** Whether a token request carries the verifier of a challenge. */
function hasVerifier(body: string, challenge: string | null): boolean {
  const verifier = new URLSearchParams(body).get('code_verifier') ?? '';
  return challenge === null || createHash('sha256').update(verifier).digest('base64url') === challenge;
}

/** Starts a forged provider on a free port. */
export async function startForgedProvider(): Promise<ForgedProvider> {
  const [published, own] = await Promise.all([generateKeyPair('RS256'), generateKeyPair('RS256')]);
  const key = { ...(await exportJWK(published.publicKey)), kid: KEY_ID, use: 'sig', alg: 'RS256' };
  const state: Pick<ForgedProvider, 'answer' | 'challenge' | 'description' | 'whileAsked'> = {
    answer: {},
    challenge: null,
    description: {},
    whileAsked: async () => undefined,
  };
  const asked: string[] = [];
  const toAnswer = (path: string, issuer: string): unknown => {
    if (path === '/jwks') return { keys: [key] };
    if (path === '/token') return state.answer;
    return {
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/jwks`,
      response_types_supported: ['code'],
      id_token_signing_alg_values_supported: ['RS256'],
      ...state.description,
    };
  };
  const web = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const path = request.url ?? '';
      const body = Buffer.concat(chunks).toString();
      asked.push(`${request.method ?? ''} ${path} ${body}`);
      const isRefused = path === '/token' && !hasVerifier(body, state.challenge);
      void (async () => {
        if (path === '/token') await state.whileAsked();
        response.writeHead(isRefused ? 400 : 200, { 'content-type': 'application/json' });
        response.end(JSON.stringify(isRefused ? { error: 'invalid_grant' } : toAnswer(path, issuer)));
      })();
    });
  });
  await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${String((web.address() as AddressInfo).port)}`;
  const signBy = async (privateKey: CryptoKey, claims: ForgedClaims, header = {}) =>
    new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: KEY_ID, ...header }).sign(privateKey);
  return {
    issuer,
    asked,
    sign: async (claims, header) => signBy(published.privateKey, claims, header),
    signWithOwnKey: async (claims) => signBy(own.privateKey, claims),
    get answer() {
      return state.answer;
    },
    set answer(next) {
      state.answer = next;
    },
    get whileAsked() {
      return state.whileAsked;
    },
    set whileAsked(next) {
      state.whileAsked = next;
    },
    get challenge() {
      return state.challenge;
    },
    set challenge(next) {
      state.challenge = next;
    },
    get description() {
      return state.description;
    },
    set description(next) {
      state.description = next;
    },
    [Symbol.asyncDispose]: async () => {
      web.closeAllConnections();
      await new Promise((resolve) => web.close(resolve));
    },
  };
}
