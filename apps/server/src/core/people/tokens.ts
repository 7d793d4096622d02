import { createCipheriv, createDecipheriv, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Role } from '@lectern/contract';
import { createSigner, createVerifier, TokenError } from 'fast-jwt';
import { z } from 'zod';

/** What a token says. Only `sid` and `sub` are believed; the rest is looked up for every request. */
const Claims = z.object({ sub: z.guid(), sid: z.guid(), exp: z.int() });

/** Who a token was made for. */
interface TokenSubject {
  readonly userId: string;
  readonly username: string;
  readonly role: Role;
  readonly sessionId: string;
  readonly expiresAt: number;
}

/** What a valid token tells. */
interface TokenClaims {
  readonly sessionId: string;
  readonly userId: string;
  /** Epoch milliseconds. */
  readonly expiresAt: number;
}

/** Signs and checks session tokens: JWT, HS256. */
export interface SessionTokens {
  readonly sign: (subject: TokenSubject) => string;
  /** Undefined when the token is malformed, forged or out of time. */
  readonly verify: (token: string) => TokenClaims | undefined;
}

/**
 * Tokens of one secret.
 * @param secret its UTF-8 bytes are the key
 */
export function createSessionTokens(secret: string): SessionTokens {
  const sign = createSigner({ key: secret, algorithm: 'HS256' });
  const verify = createVerifier({ key: secret, algorithms: ['HS256'], requiredClaims: ['sub', 'sid', 'exp'] });
  return {
    sign: ({ userId, username, role, sessionId, expiresAt }) =>
      sign({ sub: userId, username, role, sid: sessionId, exp: Math.floor(expiresAt / 1000) }),
    verify: (token) => {
      let payload: unknown;
      try {
        payload = verify(token);
      } catch (error) {
        if (error instanceof TokenError) return undefined;
        throw error;
      }
      const claims = Claims.safeParse(payload);
      if (!claims.success) return undefined;
      const { sid, sub, exp } = claims.data;
      return { sessionId: sid, userId: sub, expiresAt: exp * 1000 };
    },
  };
}

/** Keeps what waits in the list of tasks from those who may look at it. */
export interface Sealer {
  readonly seal: (value: object) => string;
  /** Undefined for what was not sealed here. */
  readonly open: (sealed: string) => unknown;
  /** The same name for the same text, from which the text cannot be told. */
  readonly nameOf: (text: string) => string;
}

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * AES-256-GCM under a key of its own.
 * @param secret that of the session tokens; the key is another one made of it
 */
export function createSealer(secret: string): Sealer {
  const keyFor = (use: string): Buffer => createHmac('sha256', secret).update(use).digest();
  const [key, nameKey] = [keyFor('sealed tasks'), keyFor('names of sealed tasks')];
  return {
    seal: (value) => {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', key, nonce);
      const body = Buffer.concat([cipher.update(JSON.stringify(value), 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url');
    },
    open: (sealed) => {
      const bytes = Buffer.from(sealed, 'base64url');
      if (bytes.length < NONCE_BYTES + TAG_BYTES) return undefined;
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE_BYTES));
      decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
      try {
        const body = Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]);
        return JSON.parse(body.toString('utf8')) as unknown;
      } catch {
        // Another secret than the one it was sealed with.
        return undefined;
      }
    },
    nameOf: (text) => createHmac('sha256', nameKey).update(text).digest('base64url').slice(0, 22),
  };
}

/** What a refresh token says: it renews a session for the `renewals + 1`th time. */
export interface RefreshClaims {
  readonly sessionId: string;
  readonly renewals: number;
}

/** Makes and checks refresh tokens. Nothing of them is stored: the session counts its renewals, and each has one token. */
export interface RefreshTokens {
  readonly sign: (claims: RefreshClaims) => string;
  /** Undefined for whatever was not made here. */
  readonly verify: (token: string) => RefreshClaims | undefined;
}

const FORM = /^([0-9a-f-]{36})\.(\d{1,9})\.([\w-]{43})$/;

/**
 * Tokens of one secret.
 * @param secret that of the session tokens; the key is another one made of it
 */
export function createRefreshTokens(secret: string): RefreshTokens {
  const key = createHmac('sha256', secret).update('refresh tokens').digest();
  const macOf = (text: string): Buffer => createHmac('sha256', key).update(text).digest();
  return {
    sign: ({ sessionId, renewals }) => {
      const text = `${sessionId}.${String(renewals)}`;
      return `${text}.${macOf(text).toString('base64url')}`;
    },
    verify: (token) => {
      const [, sessionId, renewals, mac] = FORM.exec(token) ?? [];
      if (sessionId === undefined || renewals === undefined || mac === undefined) return undefined;
      const given = Buffer.from(mac, 'base64url');
      const right = macOf(`${sessionId}.${renewals}`);
      if (given.length !== right.length || !timingSafeEqual(given, right)) return undefined;
      return { sessionId, renewals: Number(renewals) };
    },
  };
}
