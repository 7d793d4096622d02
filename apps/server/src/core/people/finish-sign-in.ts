import type { FactorProof, LoginResponse, PasskeyAsked, PasskeyProof } from '@lectern/contract';
import { AppError } from '#core/errors.ts';
import type { Tx } from '#db/open.ts';
import { listPasskeys } from '#db/repos/people/passkeys.repo.ts';
import { isIdentityOpen } from '#db/repos/people/identities.repo.ts';
import { findUser, findUserLocked } from '#db/repos/people/users.repo.ts';
import type { UserTable } from '#db/schema/index.ts';
import { mark, say } from '#words/say.ts';
import { type ProviderSession, readTicketIdentity } from './ask-factor.ts';
import { type FactorChangeContext, noteRecovery } from './authenticator-apps.ts';
import { makeRequestOptions } from './factors/passkey-checks.ts';
import { type PasskeyPlace, requirePasskeyPlace } from './factors/passkey-place.ts';
import { mayUsePassword } from './passwords.ts';
import { type FactorClient, refusePasskey, requireUsed, showFactor, showPasskey } from './prove-factor.ts';
import { rememberBrowser, type RememberedText } from './remembered-browsers.ts';
import type { FactorContext } from './require-factor.ts';
import { type NotedClient, type NotedContext, openNotedSession } from './sign-in.ts';
import {
  checkTicket,
  deriveChallenge,
  makeTicket,
  readTicketUser,
  type Ticket,
  type TicketUse,
  useTicket,
} from './tickets.ts';
import { lockUsers } from './user-row.ts';

const LATE = mark('Signing in took too long. Begin again');

/** The refusal of a ticket that is late, forged or used. */
export function tooLate(): AppError {
  return new AppError('Unauthorized', say(LATE));
}

/** A user who showed the first factor, and the ticket for the next step. */
export interface Begun {
  readonly user: UserTable;
  readonly ticket: Ticket;
  /** That showed the first factor; undefined for a password. */
  readonly identity: ProviderSession | undefined;
}

/**
 * The user whose first factor was right a moment ago. A new password ends the ticket of the old one.
 * @throws {AppError} `Unauthorized`
 */
export async function getBegun(ctx: FactorContext, use: TicketUse, text: string): Promise<Begun> {
  const userId = readTicketUser(text);
  const user = userId === undefined ? undefined : await findUser(ctx.db.read, userId);
  if (user?.isActive !== 1) throw tooLate();
  const ticket = checkTicket(ctx.access, use, text, { id: user.id, bound: user.passwordHash });
  if (ticket === undefined) throw tooLate();
  return { user, ticket, identity: readTicketIdentity(ticket.carried) };
}

/** Uses the ticket up, and reads the account again: both may have changed during the check. */
export async function getStillBegun(tx: Tx, { user, ticket, identity }: Begun): Promise<UserTable> {
  // An unlink or a logout at the same time ends the session, or is seen here.
  if (identity !== undefined) await lockUsers(tx);
  const now = await findUserLocked(tx, user.id);
  if (now?.isActive !== 1 || now.passwordHash !== user.passwordHash) throw tooLate();
  const isOpen = identity === undefined || (await isIdentityOpen(tx.read, user.id, identity));
  if (!isOpen || (identity?.until ?? Infinity) <= Date.now()) throw tooLate();
  if (!(await useTicket(tx, ticket))) throw tooLate();
  return now;
}

interface SecondStep extends FactorProof {
  readonly ticket: string;
  readonly remember?: boolean | undefined;
}

/** A session, and the cookie of a browser that is remembered. */
export interface FinishedSignIn {
  readonly signedIn: LoginResponse;
  readonly remembered: RememberedText | undefined;
}

/**
 * Opens a session for the ticket of a right password and a second factor.
 * @throws {AppError} `Unauthorized` for a late ticket, `BadRequest` for a wrong factor, `rate_limit_exceeded`
 */
export async function finishSignIn(
  ctx: NotedContext & FactorChangeContext,
  { ticket: text, remember = false, ...proof }: SecondStep,
  client: NotedClient & FactorClient,
): Promise<FinishedSignIn> {
  const begun = await getBegun(ctx, 'second factor', text);
  const challenge = deriveChallenge(ctx.access, begun.ticket);
  const shown = await showFactor(ctx, begun.user, { ...proof, challenge }, client);
  const { signedIn, opened } = await openNotedSession(ctx, begun.user, client, async (tx) => {
    const user = await getStillBegun(tx, begun);
    await requireUsed(tx, shown);
    await noteRecovery(tx, ctx, user, shown);
    const remembered = remember ? await rememberBrowser(tx, ctx.access, user.id, client.userAgent) : undefined;
    return { user, factor: shown.kind, identity: begun.identity, remembered };
  });
  return { signedIn, remembered: opened.remembered };
}

/**
 * Options for a passkey in the second step.
 * @throws {AppError} `Unauthorized`, or `BadRequest` where browsers have no passkeys
 */
export async function askSecondPasskey(
  ctx: FactorContext,
  text: string,
  place: PasskeyPlace | undefined,
): Promise<PasskeyAsked> {
  const { user, ticket } = await getBegun(ctx, 'second factor', text);
  const challenge = deriveChallenge(ctx.access, ticket);
  const known = await listPasskeys(ctx.db.read, user.id);
  const asked = { place: requirePasskeyPlace(place), challenge, verifiesUser: false };
  return { ticket: text, options: await makeRequestOptions(asked, known) };
}

const ANYBODY = { id: 'anybody', bound: '' } as const;

/**
 * Options for a passkey alone. They name no account.
 * @throws {AppError} `BadRequest` where browsers have no passkeys
 */
export async function askPasskeyAlone(ctx: FactorContext, place: PasskeyPlace | undefined): Promise<PasskeyAsked> {
  const here = requirePasskeyPlace(place);
  const ticket = makeTicket(ctx.access, 'passkey alone', ANYBODY);
  const asked = { place: here, challenge: deriveChallenge(ctx.access, ticket), verifiesUser: true };
  return { ticket: ticket.text, options: await makeRequestOptions(asked, []) };
}

/**
 * Opens a session for a passkey that verified its user. That is two factors: the device, and a PIN, face or finger.
 * @throws {AppError} `Unauthorized` for a late ticket, `BadRequest` for a wrong passkey
 */
export async function signInByPasskey(
  ctx: NotedContext,
  { ticket: text, passkey: proof }: { readonly ticket: string; readonly passkey: PasskeyProof },
  client: NotedClient & FactorClient,
): Promise<LoginResponse> {
  const { access, db } = ctx;
  const ticket = checkTicket(access, 'passkey alone', text, ANYBODY);
  if (ticket === undefined) throw tooLate();
  const question = { challenge: deriveChallenge(access, ticket), verifiesUser: true };
  const shown = await showPasskey(ctx, proof, question, client);
  const known = await findUser(db.read, shown.passkey.userId);
  if (known === undefined) return refusePasskey(ctx, client.ip);
  const { signedIn } = await openNotedSession(ctx, known, client, async (tx) => {
    const user = await findUser(tx.read, known.id);
    const isWaiting = user?.mustVerify === 1 && access.requiresVerification();
    if (user?.isActive !== 1 || isWaiting) return refusePasskey(ctx, client.ip, user);
    // Where providers decide who signs in, a passkey must not outlive an account there.
    if (!(await mayUsePassword({ db: tx, access }, user))) {
      throw new AppError('Unauthorized', say('This server takes no passwords. Sign in with a provider'));
    }
    if (!(await useTicket(tx, ticket))) throw tooLate();
    await requireUsed(tx, shown);
    return { user, factor: 'passkey' };
  });
  return signedIn;
}
