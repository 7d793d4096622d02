import { createHmac, timingSafeEqual } from 'node:crypto';

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
