import { createCipheriv, createDecipheriv, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Role } from '@lectern/contract';
import { createSigner, createVerifier, TokenError } from 'fast-jwt';
import { z } from 'zod';

/** Claims of a token. Only `sid` and `sub` are used; name and role are looked up. */
const Claims = z.object({ sub: z.guid(), sid: z.guid(), exp: z.int() });

interface TokenSubject {
  readonly userId: string;
  readonly username: string;
  readonly role: Role;
  readonly sessionId: string;
  readonly expiresAt: number;
}

interface TokenClaims {
  readonly sessionId: string;
  readonly userId: string;
  /** Epoch milliseconds. */
  readonly expiresAt: number;
}

/** Signs and checks session tokens: JWT, HS256. */
export interface SessionTokens {
  readonly sign: (subject: TokenSubject) => string;
  /** Undefined when the token is malformed, forged or expired. */
  readonly verify: (token: string) => TokenClaims | undefined;
}

/** Tokens of one secret, whose UTF-8 bytes are the key. */
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

/** Encrypts payloads of tasks, which the list of tasks shows. */
export interface Sealer {
  readonly seal: (value: object) => string;
  /** Undefined for text that was not sealed with this secret. */
  readonly open: (sealed: string) => unknown;
  /** A keyed hash of a text. */
  readonly nameOf: (text: string) => string;
}

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * AES-256-GCM.
 * @param secret that of the session tokens, from which the key is derived
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
        return undefined;
      }
    },
    nameOf: (text) => createHmac('sha256', nameKey).update(text).digest('base64url').slice(0, 22),
  };
}

/** Claims of a refresh token: it renews a session for the `renewals + 1`th time. */
export interface RefreshClaims {
  readonly sessionId: string;
  readonly renewals: number;
}

/** Signs and checks refresh tokens. They are not stored: the session counts its renewals, and each has one token. */
export interface RefreshTokens {
  readonly sign: (claims: RefreshClaims) => string;
  /** Undefined for text that was not signed with this secret. */
  readonly verify: (token: string) => RefreshClaims | undefined;
}

const FORM = /^([0-9a-f-]{36})\.(\d{1,9})\.([\w-]{43})$/;

/** Tokens of one key, which is derived from the secret of the session tokens. */
export function createRefreshTokens(secret: string): RefreshTokens {
  const key = createHmac('sha256', secret).update('refresh tokens').digest();
  const computeMac = (text: string): Buffer => createHmac('sha256', key).update(text).digest();
  return {
    sign: ({ sessionId, renewals }) => {
      const text = `${sessionId}.${String(renewals)}`;
      return `${text}.${computeMac(text).toString('base64url')}`;
    },
    verify: (token) => {
      const [, sessionId, renewals, mac] = FORM.exec(token) ?? [];
      if (sessionId === undefined || renewals === undefined || mac === undefined) return undefined;
      const given = Buffer.from(mac, 'base64url');
      const right = computeMac(`${sessionId}.${renewals}`);
      if (given.length !== right.length || !timingSafeEqual(given, right)) return undefined;
      return { sessionId, renewals: Number(renewals) };
    },
  };
}
