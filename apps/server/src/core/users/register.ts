import type { Registered, Registration } from '@lectern/contract';
import { findUserByEmail, findUserByLogin, writeUser } from '#db/repos/users.repo.ts';
import type { UserTable } from '#db/schema/index.ts';
import { AppError } from '../errors.ts';
import type { Settings } from '../settings/settings.ts';
import { lockUsers, requireFree } from './create-user.ts';
import type { MailLanguage } from './mails/mail-words.ts';
import { type MailContext, requestMail, requireMail } from './mails/request-mail.ts';
import { type SignInClient, writeNewSession } from './new-session.ts';
import { newUserRow } from './new-user.ts';

/** What making one's own account takes. */
export interface RegisterContext extends MailContext {
  readonly settings: Settings;
}

/** Who registers, from where, and in which language they read. */
export interface Registrant {
  readonly client: SignInClient;
  readonly language: MailLanguage;
}

const PENDING: Registered = {
  access_token: null,
  token_type: null,
  expires_in: null,
  user: null,
  message: 'Almost done: follow the link in the mail that was sent to you',
};

/** Stores a new account, unless its address has one. */
async function writePending(ctx: RegisterContext, user: UserTable, email: string): Promise<'new' | 'taken'> {
  return await ctx.db.transaction(async (tx) => {
    await lockUsers(tx);
    if ((await findUserByLogin(tx.read, user.username)) !== undefined) {
      throw new AppError('Conflict', `"${user.username}" is taken already`);
    }
    // An address is kept to oneself: neither the answer nor its time tells that it has an account.
    if ((await findUserByEmail(tx.read, email)) !== undefined) return 'taken';
    await requireFree(tx, user);
    await writeUser(tx, user);
    return 'new';
  });
}

/**
 * Makes an account for whoever asks, a reader. Where addresses are to be confirmed it can be used afterwards, else at once.
 * @throws {AppError} `Forbidden` where nobody may, `Conflict` for a name that is taken, `BadRequest` without a needed address,
 *   `ServiceUnavailable` where an address is to be confirmed and no mail can be sent
 */
export async function register(
  ctx: RegisterContext,
  { username, email, password }: Registration,
  { client, language }: Registrant,
): Promise<Registered> {
  if (!ctx.settings.get('auth.registration_enabled')) {
    throw new AppError('Forbidden', 'People cannot register at this server: ask whoever administers it for an account');
  }
  const isToConfirm = ctx.access.requiresVerification();
  const address = email === undefined || email === null || email === '' ? null : email;
  if (isToConfirm) requireMail(ctx);
  if (isToConfirm && address === null) {
    const message = 'is needed, because it has to be confirmed';
    throw new AppError('BadRequest', `Invalid body: email: ${message}`, { details: [{ path: 'email', message }] });
  }
  const account = { username, password, email: address, role: 'reader' } as const;
  const user = await newUserRow({ ...account, emailVerified: false, mustVerify: isToConfirm });
  if (isToConfirm && address !== null) {
    const outcome = await writePending(ctx, user, address);
    await requestMail(ctx, { purpose: outcome === 'new' ? 'verify' : 'taken', address, language });
    return PENDING;
  }
  const signedIn = await ctx.db.transaction(async (tx) => {
    await lockUsers(tx);
    await requireFree(tx, user);
    await writeUser(tx, user);
    return await writeNewSession(tx, ctx.access, user, client);
  });
  return { ...signedIn, message: 'Your account is ready' };
}
