import { randomBytes } from 'node:crypto';
import { AppError } from '#core/errors.ts';
import type { Viewer } from '#core/viewer.ts';
import { newId } from '#db/new-id.ts';
import type { Tx } from '#db/open.ts';
import {
  deleteRememberedBrowsers,
  findRememberedBrowser,
  writeBrowserUse,
  writeRememberedBrowser,
} from '#db/repos/people/remembered-browsers.repo.ts';
import type { Access } from './access.ts';
import { isSameHash } from './key-text.ts';
import type { ShownFactor } from './prove-factor.ts';
import { type FactorContext, requireOwnSession } from './require-factor.ts';

const SHAPE = /^([0-9a-f-]{36})\.([\w-]{43})$/;

/** The text of the cookie of a remembered browser. */
export interface RememberedText {
  readonly text: string;
  readonly maxAgeSeconds: number;
}

function hashSecret({ digestOf }: Pick<Access, 'digestOf'>, id: string, secret: string): string {
  return digestOf('remembered browser', `${id} ${secret}`);
}

/** Remembers the browser of a user, who showed a second factor in it. @returns undefined where the settings forbid it */
export async function rememberBrowser(
  tx: Tx,
  access: Access,
  userId: string,
  userAgent: string | null,
): Promise<RememberedText | undefined> {
  const lastsMs = access.rememberMs();
  if (lastsMs === 0) return undefined;
  const [id, secret, now] = [newId(), randomBytes(32).toString('base64url'), Date.now()];
  const times = { createdAt: now, lastUsedAt: now, expiresAt: now + lastsMs };
  await writeRememberedBrowser(tx, { id, userId, secretHash: hashSecret(access, id, secret), userAgent, ...times });
  return { text: `${id}.${secret}`, maxAgeSeconds: Math.floor(lastsMs / 1000) };
}

/** A remembered browser in place of a second factor; undefined for every other cookie. */
export async function showBrowser(
  { db, access }: FactorContext,
  userId: string,
  cookie: string | undefined,
): Promise<ShownFactor | undefined> {
  const [, id, secret] = SHAPE.exec(cookie ?? '') ?? [];
  const now = Date.now();
  if (id === undefined || secret === undefined || access.rememberMs() === 0) return undefined;
  const found = await findRememberedBrowser(db.read, id, now);
  if (found === undefined || found.userId !== userId || !isSameHash(found.secretHash, hashSecret(access, id, secret)))
    return undefined;
  // A shorter limit applies to browsers that were remembered before.
  if (found.createdAt <= now - access.rememberMs()) return undefined;
  return { kind: 'browser', write: async (tx) => writeBrowserUse(tx, id, now) };
}

/**
 * Forgets a remembered browser of the viewer, or all.
 * @param id absent for all
 * @throws {AppError} `NotFound` or `Forbidden`
 */
export async function forgetBrowsers(ctx: FactorContext, viewer: Viewer, id?: string): Promise<void> {
  await requireOwnSession(ctx, viewer);
  const count = await ctx.db.transaction(async (tx) => deleteRememberedBrowsers(tx, viewer.userId, id));
  if (id !== undefined && count === 0) throw new AppError('NotFound', `Browser ${id} not found`);
}
