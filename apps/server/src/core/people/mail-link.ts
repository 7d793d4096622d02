import { createHash, randomBytes } from 'node:crypto';
import { newId } from '#db/new-id.ts';
import type { Tx } from '#db/open.ts';
import { writeMailToken } from '#db/repos/people/mail-tokens.repo.ts';

/** Lifetime of links. */
const HOURS = { verify: 24, reset: 2 } as const;
const TOKEN_BYTES = 32;
/** Pages of the web app. The token stands behind `#`, which browsers never send to a server. */
const PAGES = { verify: '/verify-email', reset: '/reset-password' } as const;

/** The stored form of a token. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

interface WantedLink {
  readonly userId: string;
  readonly purpose: 'verify' | 'reset';
  /** The address that the link confirms. For a password: null when the link comes by mail, else any text. */
  readonly address: string | null;
  readonly publicUrl: string;
}

/** Makes a link with a token for one use. Earlier tokens of the same purpose become invalid. */
export async function makeLink(
  tx: Tx,
  { publicUrl, ...wanted }: WantedLink,
): Promise<{ readonly id: string; readonly url: string; readonly hours: number }> {
  const { userId, purpose, address } = wanted;
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  const hours = HOURS[purpose];
  const now = Date.now();
  const row = {
    id: newId(),
    userId,
    purpose,
    email: address,
    tokenHash: hashToken(token),
    createdAt: now,
    expiresAt: now + hours * 3_600_000,
  };
  await writeMailToken(tx, row);
  return { id: row.id, url: `${publicUrl.replace(/\/+$/, '')}${PAGES[purpose]}#${token}`, hours };
}
