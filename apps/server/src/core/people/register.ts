import type { Registered, Registration } from '@lectern/contract';
import { findUserByEmail, writeUser } from '#db/repos/people/users.repo.ts';
import type { UserTable } from '#db/schema/index.ts';
import { AppError } from '#core/errors.ts';
import { say } from '#words/say.ts';
import { clientAddress } from './client-address.ts';
import type { Settings } from '#core/settings/settings.ts';
import { lockUsers, type NewUser, newUserRow, requireFree } from './user-row.ts';
import type { Language } from '@lectern/contract';
import { type MailContext, requestMail, requireMail } from './request-mail.ts';
import { isFactorRequired } from './require-factor.ts';
import { type SignInClient, writeNewSession } from './sign-in.ts';
import { requireGoodPassword } from './password-rules.ts';
import { cleanOwnName, requireOwnLook } from './usernames.ts';
import { invalidField } from '#core/invalid-field.ts';

/** Context of a registration. */
export interface RegisterContext extends MailContext {
  readonly settings: Settings;
}

/** The client of a registration, and its language. */
export interface Registrant {
  readonly client: SignInClient;
  readonly language: Language;
}

const PENDING: Omit<Registered, 'message'> = {
  access_token: null,
  token_type: null,
  expires_in: null,
  user: null,
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

/** Stores a new account, unless another account has its address. */
async function writePending(ctx: RegisterContext, user: UserTable, email: string): Promise<'new' | 'taken'> {
  return await ctx.db.transaction(async (tx) => {
    await lockUsers(tx);
    await requireFree(tx, { ...user, email: null });
    await requireOwnLook(tx, user);
    // Neither the answer nor its time reveals that the address has an account.
    if ((await findUserByEmail(tx.read, email)) !== undefined) return 'taken';
    await requireFree(tx, user);
    await writeUser(tx, user);
    return 'new';
  });
}

/** Makes an account that cannot be used before its address is confirmed. */
async function registerPending(ctx: RegisterContext, account: NewUser, address: string, language: Language) {
  const user = await newUserRow({ ...account, email: address, emailVerified: false, mustVerify: true });
  const outcome = await writePending(ctx, user, address);
  await requestMail(ctx, { purpose: outcome === 'new' ? 'verify' : 'taken', address, language });
  return { ...PENDING, message: say('Almost done: follow the link in the mail that was sent to you') };
}

async function registerNow(ctx: RegisterContext, account: NewUser, client: SignInClient) {
  const user = await newUserRow({ ...account, emailVerified: false });
  // A session without a second factor would be refused at once.
  const mustSetUp = isFactorRequired(ctx.access, user);
  return await ctx.db.transaction(async (tx) => {
    await lockUsers(tx);
    await requireFree(tx, user);
    await requireOwnLook(tx, user);
    await writeUser(tx, user);
    const opened = mustSetUp ? PENDING : await writeNewSession(tx, ctx.access, user, client);
    return { userId: user.id, opened };
  });
}

/** Asks for confirmation of an address. Only the owner of a taken address learns that it is taken. */
async function askForAddress(ctx: RegisterContext, userId: string, address: string, language: Language) {
  const isTaken = (await findUserByEmail(ctx.db.read, address)) !== undefined;
  const wanted = { address, language };
  await requestMail(ctx, isTaken ? { ...wanted, purpose: 'taken' } : { ...wanted, purpose: 'verify', userId });
}

function refuseField(path: string, message: string): AppError {
  return invalidField(path, message);
}

interface Terms {
  /** As it is stored. */
  readonly username: string;
  readonly isToConfirm: boolean;
  readonly sendsMail: boolean;
  readonly address: string | null;
}

function readTerms(ctx: RegisterContext, { username: typed, email }: Registration): Terms {
  if (!ctx.settings.get('auth.registration_enabled')) {
    throw new AppError('Forbidden', say('Registration is off on this server. Ask an admin for an account'));
  }
  const username = cleanOwnName(typed);
  const isToConfirm = ctx.access.requiresVerification();
  const sendsMail = ctx.mailer.problem === undefined;
  const address = email === undefined || email === '' ? null : email;
  if (isToConfirm) requireMail(ctx);
  if (isToConfirm && address === null) throw refuseField('email', say('is needed, because it must be confirmed'));
  // A name with @ could be the address of another account, which signs in as well.
  if (sendsMail && username.includes('@')) throw refuseField('username', say('must not contain "@"'));
  return { username, isToConfirm, sendsMail, address };
}

/**
 * Registers an account with the role reader. It can be used at once, or after the confirmation of its address where the
 * settings demand that. With mail, the account gets its address after the confirmation, so the answer reveals no accounts.
 * @throws {AppError} `Forbidden` while registration is off, `Conflict` for a taken name, `rate_limit_exceeded` after ten of them,
 *   `BadRequest` for an invalid name, a missing address or a weak password, `ServiceUnavailable` without the mail it needs
 */
export async function register(
  ctx: RegisterContext,
  wanted: Registration,
  { client, language }: Registrant,
): Promise<Registered> {
  const { username, isToConfirm, sendsMail, address } = readTerms(ctx, wanted);
  const { password } = wanted;
  requireGoodPassword(ctx, { username, password, email: address });
  const account = { username, password, email: sendsMail ? null : address, role: 'reader' } as const;
  if (isToConfirm && address !== null) {
    return await countTaken(ctx, client, async () => registerPending(ctx, account, address, language));
  }
  const { userId, opened } = await countTaken(ctx, client, async () => registerNow(ctx, account, client));
  if (!sendsMail || address === null) return { ...opened, message: say('Your account is ready') };
  await askForAddress(ctx, userId, address, language);
  return { ...opened, message: say('Your account is ready. To confirm your address, follow the link in the mail') };
}
