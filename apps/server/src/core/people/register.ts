import type { Registered, Registration } from '@lectern/contract';
import type { Tx } from '#db/open.ts';
import { findUserByEmail, writeUser } from '#db/repos/people/users.repo.ts';
import type { UserTable } from '#db/schema/index.ts';
import { type AuditContext, writeAudit } from '#core/audit/write-audit.ts';
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
export interface RegisterContext extends MailContext, AuditContext {
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

/** An account that is being made, and what follows its row. */
interface Joined {
  readonly user: UserTable;
  /** For the audit log. */
  readonly details: Readonly<Record<string, unknown>>;
  readonly finish: () => Promise<void>;
}

/** Decides inside the transaction what a new account gets. May throw, which makes no account. */
export type Joining = (tx: Tx, user: UserTable) => Promise<Joined>;

/** An account that users make without an invitation: a reader of all libraries. */
const joinFreely: Joining = async (_tx, user) => ({ user, details: {}, finish: async () => undefined });

/** Writes the account that a user makes for themself. */
async function writeJoined(tx: Tx, ctx: AuditContext, joined: Joined): Promise<void> {
  const { user } = joined;
  await writeUser(tx, user);
  await joined.finish();
  const actor = { userId: user.id, username: user.username };
  const details = { role: user.role, isRegistered: true, ...joined.details };
  await writeAudit(tx, ctx, { action: 'account_added', actor, account: user, details });
}

/** Takes back what a transaction wrote before it found the address taken. */
class AddressTaken extends Error {}

/** Stores a new account, unless another account has its address. */
async function writePending(ctx: RegisterContext, user: UserTable, email: string, join: Joining) {
  try {
    await ctx.db.transaction(async (tx) => {
      await lockUsers(tx);
      await requireFree(tx, { ...user, email: null });
      await requireOwnLook(tx, user);
      const joined = await join(tx, user);
      // Neither the answer nor its time reveals that the address has an account.
      if ((await findUserByEmail(tx.read, email)) !== undefined) throw new AddressTaken();
      await requireFree(tx, user);
      await writeJoined(tx, ctx, joined);
    });
    return 'new';
  } catch (error) {
    if (error instanceof AddressTaken) return 'taken';
    throw error;
  }
}

/** A new account, and how it joins. */
interface Wanted {
  readonly account: NewUser;
  readonly join: Joining;
}

/** Makes an account that cannot be used before its address is confirmed. */
async function registerPending(
  ctx: RegisterContext,
  { account, address, language, join }: Wanted & { readonly address: string; readonly language: Language },
) {
  const user = await newUserRow({ ...account, email: address, emailVerified: false, mustVerify: true });
  const outcome = await writePending(ctx, user, address, join);
  await requestMail(ctx, { purpose: outcome === 'new' ? 'verify' : 'taken', address, language });
  return { ...PENDING, message: say('Almost done: follow the link in the mail that was sent to you') };
}

async function registerNow(ctx: RegisterContext, { account, join }: Wanted, client: SignInClient) {
  const row = await newUserRow({ ...account, emailVerified: false });
  return await ctx.db.transaction(async (tx) => {
    await lockUsers(tx);
    await requireFree(tx, row);
    await requireOwnLook(tx, row);
    const joined = await join(tx, row);
    await writeJoined(tx, ctx, joined);
    const { user } = joined;
    // A session without a second factor would be refused at once.
    const opened = isFactorRequired(ctx.access, user) ? PENDING : await writeNewSession(tx, ctx.access, user, client);
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
  if (!ctx.access.passwordPolicy().isOpenToAll) {
    throw new AppError('Forbidden', say('This server takes no passwords. Sign in with a provider'));
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
  registrant: Registrant,
): Promise<Registered> {
  if (!ctx.settings.get('auth.registration_enabled')) {
    throw new AppError('Forbidden', say('Registration is off on this server. Ask an admin for an account'));
  }
  return await registerAs(ctx, wanted, registrant, joinFreely);
}

/**
 * Makes an account for the user who asks, with what `join` decides.
 * @throws {AppError} the errors of `register`, but for the first, and those of `join`
 */
export async function registerAs(
  ctx: RegisterContext,
  wanted: Registration,
  { client, language }: Registrant,
  join: Joining,
): Promise<Registered> {
  const { username, isToConfirm, sendsMail, address } = readTerms(ctx, wanted);
  const { password } = wanted;
  requireGoodPassword(ctx, { username, password, email: address });
  const account = { username, password, email: sendsMail ? null : address, role: 'reader' } as const;
  if (isToConfirm && address !== null) {
    return await countTaken(ctx, client, async () => registerPending(ctx, { account, address, language, join }));
  }
  const { userId, opened } = await countTaken(ctx, client, async () => registerNow(ctx, { account, join }, client));
  if (!sendsMail || address === null) return { ...opened, message: say('Your account is ready') };
  await askForAddress(ctx, userId, address, language);
  return { ...opened, message: say('Your account is ready. To confirm your address, follow the link in the mail') };
}
