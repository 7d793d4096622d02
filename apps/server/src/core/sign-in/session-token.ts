import type { Role } from '@lectern/contract';
import { createSigner, createVerifier, TokenError } from 'fast-jwt';
import { z } from 'zod';

/** What a token says (decision A5). Only `sid` and `sub` are believed; the rest is looked up for every request. */
const Claims = z.object({ sub: z.guid(), sid: z.guid(), exp: z.int() });

/** Who a token was made for. */
export interface TokenSubject {
  readonly userId: string;
  readonly username: string;
  readonly role: Role;
  readonly sessionId: string;
  readonly expiresAt: number;
}

/** What a valid token tells. */
export interface TokenClaims {
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
