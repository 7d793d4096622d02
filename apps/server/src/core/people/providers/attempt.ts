import { z } from 'zod';
import { AppError } from '#core/errors.ts';
import type { Access } from '#core/people/access.ts';
import { say } from '#words/say.ts';

/** How long a user may take at the provider. */
export const ATTEMPT_MS = 10 * 60_000;

const Attempt = z.object({
  /** Tells it from other sealed values. */
  use: z.literal('sign-in elsewhere'),
  provider: z.string(),
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  redirectUri: z.string(),
  /** Path of the web app. */
  returnTo: z.string(),
  /** The account that is to be linked, and the session that asked for it; null to sign in. */
  link: z.object({ userId: z.guid(), sessionId: z.guid() }).nullable(),
  /** Epoch milliseconds. */
  expiresAt: z.int(),
});

/** What a browser keeps while its user is at the provider. It cannot read it. */
export type Attempt = Omit<z.infer<typeof Attempt>, 'use' | 'expiresAt'>;

/** Seals an attempt for a cookie. */
export function sealAttempt({ sealer }: Pick<Access, 'sealer'>, attempt: Attempt, now = Date.now()): string {
  return sealer.seal({ ...attempt, use: 'sign-in elsewhere', expiresAt: now + ATTEMPT_MS });
}

/** The attempt of a cookie; undefined for a forged or expired one. */
export function openAttempt(
  { sealer }: Pick<Access, 'sealer'>,
  sealed: string | undefined,
  now = Date.now(),
): Attempt | undefined {
  const opened = sealed === undefined ? undefined : Attempt.safeParse(sealer.open(sealed)).data;
  return opened !== undefined && opened.expiresAt > now ? opened : undefined;
}

const SOMEWHERE = 'http://page.invalid';

/**
 * A path of this server that a browser may be sent to. Browsers read `//x`, `/\x` and tabs as other hosts.
 * @throws {AppError} `BadRequest` for any other address
 */
export function cleanReturnPath(text: string | null | undefined): string {
  if (text === undefined || text === null || text === '') return '/';
  const url = /^\/(?!\/)[^\\\p{Cc}]*$/u.test(text) ? URL.parse(text, SOMEWHERE) : null;
  if (url?.origin === SOMEWHERE && !url.pathname.startsWith('//')) return `${url.pathname}${url.search}${url.hash}`;
  const message = say('must be a path of this server, such as /home');
  throw new AppError('BadRequest', message, { details: [{ path: 'redirectUri', message }] });
}
