import type { Language } from '@lectern/contract';
import { listSignInClients } from '#db/repos/people/session-lists.repo.ts';
import { findUser } from '#db/repos/people/users.repo.ts';
import type { UserTable } from '#db/schema/index.ts';
import { KNOWN_PLACE_MS } from './access.ts';
import { clientAddress, shownAddress } from './client-address.ts';
import { isKnownBrowser, type PasswordClient } from './failure-budgets.ts';
import { type MailContext, requestMail } from './request-mail.ts';

interface Client extends PasswordClient {
  readonly userAgent: string | null;
}

/**
 * Whether a right password came from a device that the account was not used on: a browser without its cookie, and a program at
 * an address that signed in to it not within 30 days. The first sign-in tells nothing new.
 */
export async function isNewDevice(
  { db, access }: Pick<MailContext, 'db' | 'access'>,
  user: Pick<UserTable, 'id' | 'lastLoginAt'>,
  { ip, userAgent, device }: Client,
): Promise<boolean> {
  if (user.lastLoginAt === null || isKnownBrowser(access, user.id, device)) return false;
  const known = await listSignInClients(db.read, user.id, Date.now() - KNOWN_PLACE_MS);
  return !known.some(
    (one) => one.userAgent === userAgent && one.ip !== null && clientAddress(one.ip) === clientAddress(ip),
  );
}

/**
 * Tells the owner of an account by mail that it was used on a new device, when the address is confirmed and the server can send
 * mail. The mail names the network address only: a thief chooses every other word that a device sends.
 */
export async function tellOfDevice(
  ctx: MailContext,
  user: Pick<UserTable, 'id' | 'email' | 'emailVerified'>,
  { ip, language }: { readonly ip: string; readonly language: Language },
): Promise<void> {
  if (user.email === null || user.emailVerified !== 1 || ctx.mailer.problem !== undefined) return;
  const place = shownAddress(ip) ?? '?';
  await requestMail(ctx, { purpose: 'device', address: user.email, language, userId: user.id, place });
}

/** The same for a program that sends its password with each request, in the language of the account, else English. */
export async function tellOfProgram(ctx: MailContext, userId: string, ip: string): Promise<void> {
  const user = await findUser(ctx.db.read, userId);
  if (user !== undefined) await tellOfDevice(ctx, user, { ip, language: 'en' });
}
