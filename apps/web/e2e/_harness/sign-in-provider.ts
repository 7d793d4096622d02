import { createSign, generateKeyPairSync } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A sign-in provider without pages, where the same user is always signed in. */
export interface SignInProvider extends AsyncDisposable {
  readonly issuer: string;
  /** How often a browser signed out. */
  readonly signOuts: () => number;
}

const CLIENT_ID = 'lectern';
const MINUTE_SECONDS = 60;

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });

function encode(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

function signToken(claims: Readonly<Record<string, unknown>>): string {
  const text = `${encode({ alg: 'RS256', kid: 'key' })}.${encode(claims)}`;
  return `${text}.${createSign('sha256').update(text).sign(privateKey, 'base64url')}`;
}

function describe(issuer: string) {
  return {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/jwks`,
    end_session_endpoint: `${issuer}/end`,
    response_types_supported: ['code'],
    id_token_signing_alg_values_supported: ['RS256'],
  };
}

async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return new URLSearchParams(Buffer.concat(chunks).toString());
}

/** Starts a provider on a free port. @param name of its user */
export async function startSignInProvider(name: string): Promise<SignInProvider> {
  let signOuts = 0;
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(request.url ?? '/', issuer);
    const send = (value: unknown): void => {
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value));
    };
    if (url.pathname === '/end') {
      signOuts += 1;
      response.writeHead(303, { location: url.searchParams.get('post_logout_redirect_uri') ?? issuer }).end();
    } else if (url.pathname === '/authorize') {
      const back = new URL(url.searchParams.get('redirect_uri') ?? issuer);
      back.searchParams.set('state', url.searchParams.get('state') ?? '');
      // The nonce comes back in the token, and the code carries it there.
      back.searchParams.set('code', url.searchParams.get('nonce') ?? '');
      response.writeHead(303, { location: back.href }).end();
    } else if (url.pathname === '/token') {
      const nonce = (await readForm(request)).get('code');
      const iat = Math.floor(Date.now() / 1000);
      const who = { iss: issuer, aud: CLIENT_ID, sub: name, preferred_username: name };
      const idToken = signToken({ ...who, nonce, iat, exp: iat + MINUTE_SECONDS });
      send({ access_token: 'any', token_type: 'Bearer', expires_in: MINUTE_SECONDS, id_token: idToken });
    } else if (url.pathname === '/jwks') {
      send({ keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'key', use: 'sig', alg: 'RS256' }] });
    } else send(describe(issuer));
  };
  const web = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${String((web.address() as AddressInfo).port)}`;
  return {
    issuer,
    signOuts: () => signOuts,
    [Symbol.asyncDispose]: async () => {
      web.closeAllConnections();
      await new Promise((resolve) => web.close(resolve));
    },
  };
}
