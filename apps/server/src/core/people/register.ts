import type { Registered, Registration } from '@lectern/contract';
import { findUserByEmail, writeUser } from '#db/repos/people/users.repo.ts';
import type { UserTable } from '#db/schema/index.ts';
import { AppError } from '#core/errors.ts';
import { clientAddress } from './client-address.ts';
import type { Settings } from '#core/settings/settings.ts';
import { lockUsers, type NewUser, newUserRow, requireFree } from './create-user.ts';
import type { MailLanguage } from './write-mail.ts';
import { type MailContext, requestMail, requireMail } from './request-mail.ts';
import { type SignInClient, writeNewSession } from './sign-in.ts';
import { requireGoodPassword } from './password-rules.ts';
import { cleanOwnName, requireOwnLook } from './usernames.ts';

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

/** Throttles a client after ten taken names, so that it cannot enumerate accounts. */
async function countTaken<Value>({ access }: RegisterContext, client: SignInClient, work: () => Promise<Value>) {
  const budgets = [{ kind: 'register', key: clientAddress(client.ip) }] as const;
  access.throttle.check(budgets);
  try {
    return await work();
  } catch (error) {
    if (error instanceof AppError && error.kind === 'Conflict') access.throttle.failed(budgets);
    throw error;
  }
}

/** Stores a new account, unless its address has one. */
async function writePending(ctx: RegisterContext, user: UserTable, email: string): Promise<'new' | 'taken'> {
  return await ctx.db.transaction(async (tx) => {
    await lockUsers(tx);
    await requireFree(tx, { ...user, email: null });
    await requireOwnLook(tx, user);
    // An address is kept to oneself: neither the answer nor its time tells that it has an account.
    if ((await findUserByEmail(tx.read, email)) !== undefined) return 'taken';
    await requireFree(tx, user);
    await writeUser(tx, user);
    return 'new';
  });
}

/** Makes an account that can be used once its address is confirmed. */
async function registerPending(ctx: RegisterContext, account: NewUser, address: string, language: MailLanguage) {
  const user = await newUserRow({ ...account, email: address, emailVerified: false, mustVerify: true });
  const outcome = await writePending(ctx, user, address);
  await requestMail(ctx, { purpose: outcome === 'new' ? 'verify' : 'taken', address, language });
  return PENDING;
}

/** Makes an account that can be used at once. */
async function registerNow(ctx: RegisterContext, account: NewUser, client: SignInClient) {
  const user = await newUserRow({ ...account, emailVerified: false });
  return await ctx.db.transaction(async (tx) => {
    await lockUsers(tx);
    await requireFree(tx, user);
    await requireOwnLook(tx, user);
    await writeUser(tx, user);
    return await writeNewSession(tx, ctx.access, user, client);
  });
}

/** Has an address confirmed that an account is to have; whose it is already is told to its owner only. */
async function askForAddress(ctx: RegisterContext, userId: string, address: string, language: MailLanguage) {
  const isTaken = (await findUserByEmail(ctx.db.read, address)) !== undefined;
  const wanted = { address, language };
  await requestMail(ctx, isTaken ? { ...wanted, purpose: 'taken' } : { ...wanted, purpose: 'verify', userId });
}

function refuseField(path: string, message: string): AppError {
  return new AppError('BadRequest', `"${path}" in the body ${message}`, { details: [{ path, message }] });
}

/** How accounts are made here, and the name and address that a user gives with theirs. */
interface Terms {
  /** As it is stored. */
  readonly username: string;
  readonly isToConfirm: boolean;
  readonly sendsMail: boolean;
  readonly address: string | null;
}

function termsOf(ctx: RegisterContext, { username: typed, email }: Registration): Terms {
  if (!ctx.settings.get('auth.registration_enabled')) {
    throw new AppError('Forbidden', 'People cannot register at this server: ask whoever administers it for an account');
  }
  const username = cleanOwnName(typed);
  const isToConfirm = ctx.access.requiresVerification();
  const sendsMail = ctx.mailer.problem === undefined;
  const address = email === undefined || email === '' ? null : email;
  if (isToConfirm) requireMail(ctx);
  if (isToConfirm && address === null) throw refuseField('email', 'is needed, because it has to be confirmed');
  // Else names would tell of addresses, which sign in as well.
  if (sendsMail && username.includes('@')) throw refuseField('username', 'must not contain "@"');
  return { username, isToConfirm, sendsMail, address };
}

/**
 * Makes an account for whoever asks, with the role of a reader. Where addresses are to be confirmed it can be used afterwards, else at once;
 * where mail can be sent it has its address once that is confirmed, so that the answer tells nothing of who has it already.
 * @throws {AppError} `Forbidden` where nobody may, `Conflict` for a name that is taken, `rate_limit_exceeded` after ten of
 *   them, `BadRequest` for a name that nobody may have, without a needed address or with a password that is easy to guess,
 *   `ServiceUnavailable` where an address is to be confirmed and no mail can be sent
 */
export async function register(
  ctx: RegisterContext,
  wanted: Registration,
  { client, language }: Registrant,
): Promise<Registered> {
  const { username, isToConfirm, sendsMail, address } = termsOf(ctx, wanted);
  const { password } = wanted;
  requireGoodPassword(ctx, { username, password, email: address });
  const account = { username, password, email: sendsMail ? null : address, role: 'reader' } as const;
  if (isToConfirm && address !== null) {
    return await countTaken(ctx, client, async () => registerPending(ctx, account, address, language));
  }
  const signedIn = await countTaken(ctx, client, async () => registerNow(ctx, account, client));
  if (!sendsMail || address === null) return { ...signedIn, message: 'Your account is ready' };
  await askForAddress(ctx, signedIn.user.id, address, language);
  return { ...signedIn, message: 'Your account is ready; to give it your address, follow the link in the mail' };
}
