import {
  type AppSecret,
  type FactorMade,
  type FactorProof,
  type Factors,
  type PasskeyAsked,
  toTimestamp,
} from '@lectern/contract';
import { requireAuditBudget } from '#core/audit/audit-budget.ts';
import { writeAudit } from '#core/audit/write-audit.ts';
import { AppError } from '#core/errors.ts';
import type { Viewer } from '#core/viewer.ts';
import type { Tx } from '#db/open.ts';
import {
  countRecoveryCodes,
  deleteAuthenticatorApp,
  deleteFactors,
  findAuthenticatorApp,
  writeHasFactor,
} from '#db/repos/people/factors.repo.ts';
import { listPasskeys } from '#db/repos/people/passkeys.repo.ts';
import { listRememberedBrowsers } from '#db/repos/people/remembered-browsers.repo.ts';
import { writeSessionFactor } from '#db/repos/people/sessions.repo.ts';
import type { UserTable } from '#db/schema/index.ts';
import { mark, say } from '#words/say.ts';
import {
  checkNewApp,
  type FactorChangeContext,
  makeAppSecret,
  noteRecovery,
  writeFreshCodes,
  writeNewApp,
} from './authenticator-apps.ts';
import { describeDevice } from './describe-device.ts';
import { tellOwner } from './factor-mails.ts';
import { makeRequestOptions } from './factors/passkey-checks.ts';
import { type PasskeyPlace, requirePasskeyPlace } from './factors/passkey-place.ts';
import { toPasskey } from './passkey-rows.ts';
import { type FactorClient, requireUsed, showFactor } from './prove-factor.ts';
import {
  confirmedUntil,
  type FactorContext,
  isFactorRequired,
  type OwnSession,
  requireConfirmed,
  requireOwnSession,
} from './require-factor.ts';
import { requirePresence } from './require-password.ts';
import { requirePerson } from './sessions.ts';
import { checkTicket, deriveChallenge, makeTicket, type Ticket, type TicketUse, useTicket } from './tickets.ts';
import { getUserRow, lockUsers } from './user-row.ts';

const LATE = mark('This took too long. Begin again');

/**
 * The second factors of the viewer.
 * @throws {AppError} `Forbidden` for a key with limited permissions
 */
export async function getFactors(
  ctx: FactorContext,
  viewer: Viewer,
  place: PasskeyPlace | undefined,
): Promise<Factors> {
  requirePerson(viewer);
  const { read } = ctx.db;
  const { userId } = viewer;
  const [user, app, passkeys, recoveryCodesLeft, browsers] = await Promise.all([
    getUserRow(read, userId),
    findAuthenticatorApp(read, userId),
    listPasskeys(read, userId),
    countRecoveryCodes(read, userId),
    listRememberedBrowsers(read, userId, Date.now()),
  ]);
  const session = viewer.sessionId === null ? undefined : (await requireOwnSession(ctx, viewer)).session;
  return {
    enabled: user.secondFactor === 1,
    required: isFactorRequired(ctx.access, user),
    app: app === undefined ? null : { createdAt: toTimestamp(app.createdAt), lastUsedAt: toTimestamp(app.lastUsedAt) },
    passkeys: passkeys.map(toPasskey),
    recoveryCodesLeft,
    rememberedBrowsers: browsers.map((row) => ({
      id: row.id,
      device: describeDevice(row.userAgent),
      createdAt: toTimestamp(row.createdAt),
      lastUsedAt: toTimestamp(row.lastUsedAt),
      expiresAt: toTimestamp(row.expiresAt),
    })),
    passkeysPossible: place !== undefined,
    confirmedUntil: toTimestamp(session === undefined ? null : confirmedUntil(session)),
  };
}

/** An account whose session may change its factors. */
export interface FactorOwner extends OwnSession {
  readonly user: UserTable;
}

/**
 * Lets a session change factors. An account with a factor must have shown one in the last five minutes; an account without asks
 * for the password.
 * @throws {AppError} `Forbidden`, `BadRequest` or `rate_limit_exceeded`
 */
export async function requireFactorOwner(
  ctx: FactorContext,
  viewer: Viewer,
  { currentPassword, ip }: { readonly currentPassword?: string | undefined; readonly ip: string },
): Promise<FactorOwner> {
  const own = await requireOwnSession(ctx, viewer);
  const user = await getUserRow(ctx.db.read, viewer.userId);
  await requirePresence(ctx, viewer, currentPassword, ip);
  return { ...own, user };
}

/** A ticket for the second half of a change, for this session only. */
export function makeOwnTicket({ access }: FactorContext, use: TicketUse, { user, sessionId }: FactorOwner): Ticket {
  return makeTicket(access, use, { id: user.id, bound: sessionId });
}

/**
 * The ticket that this session got for a change.
 * @throws {AppError} `BadRequest`
 */
export function getOwnTicket({ access }: FactorContext, use: TicketUse, text: string, viewer: Viewer): Ticket {
  const ticket = checkTicket(access, use, text, { id: viewer.userId, bound: viewer.sessionId ?? '' });
  if (ticket === undefined) throw new AppError('BadRequest', say(LATE));
  return ticket;
}

/** Uses a ticket up. @throws {AppError} `BadRequest` */
export async function requireUnusedTicket(tx: Tx, ticket: Ticket): Promise<void> {
  if (!(await useTicket(tx, ticket))) throw new AppError('BadRequest', say(LATE));
}

/** The secret of a new app for the viewer, in place of an earlier one once a code proves it. */
export async function startApp(
  ctx: FactorContext,
  viewer: Viewer,
  asked: { readonly currentPassword?: string | undefined; readonly ip: string },
): Promise<AppSecret> {
  const owner = await requireFactorOwner(ctx, viewer, asked);
  return makeAppSecret(ctx.access, owner.user, makeOwnTicket(ctx, 'new app', owner));
}

/**
 * Stores the app of the viewer.
 * @throws {AppError} `BadRequest` for a wrong code or a late ticket, `rate_limit_exceeded`
 */
export async function finishApp(
  ctx: FactorChangeContext,
  viewer: Viewer,
  { ticket: text, code }: { readonly ticket: string; readonly code: string },
  ip: string,
): Promise<FactorMade> {
  const { sessionId } = await requireOwnSession(ctx, viewer);
  const ticket = getOwnTicket(ctx, 'new app', text, viewer);
  const app = checkNewApp(ctx.access, await getUserRow(ctx.db.read, viewer.userId), { ticket, code, ip });
  return await ctx.db.transaction(async (tx) => {
    await lockUsers(tx);
    await requireUnusedTicket(tx, ticket);
    const made = await writeNewApp(tx, ctx, await getUserRow(tx.read, viewer.userId), { app, sessionId });
    await writeSessionFactor(tx, sessionId, 'app', Date.now());
    return made;
  });
}

/**
 * What follows the removal of a factor. The last one takes recovery codes and remembered browsers along.
 * @throws {AppError} `Conflict` when the role needs a factor, which rolls the removal back
 */
export async function writeFactorRemoved(
  tx: Tx,
  ctx: FactorChangeContext,
  viewer: Viewer,
  kind: 'app' | 'passkey',
): Promise<void> {
  const user = await getUserRow(tx.read, viewer.userId);
  const isLast = !(await writeHasFactor(tx, user.id));
  if (isLast && isFactorRequired(ctx.access, user)) {
    throw new AppError('Conflict', say('Your role needs a second factor. Add another one before you remove this one'));
  }
  if (isLast) await deleteFactors(tx, user.id);
  tx.afterCommit(() => ctx.access.forgetUser(user.id));
  const details = { kind, isLast };
  await writeAudit(tx, ctx, { action: 'factor_removed', actor: viewer, account: user, details });
  await tellOwner(tx, ctx, user, 'factorRemoved');
}

/**
 * Removes the app of the viewer.
 * @throws {AppError} `NotFound`, `Forbidden`, or `Conflict` when the role needs it
 */
export async function deleteApp(ctx: FactorChangeContext, viewer: Viewer): Promise<void> {
  requireConfirmed((await requireOwnSession(ctx, viewer)).session);
  await ctx.db.transaction(async (tx) => {
    await lockUsers(tx);
    if (!(await deleteAuthenticatorApp(tx, viewer.userId))) {
      throw new AppError('NotFound', say('You have no authenticator app here'));
    }
    await writeFactorRemoved(tx, ctx, viewer, 'app');
  });
}

/**
 * New recovery codes for the viewer. The earlier ones end.
 * @throws {AppError} `Forbidden`, `Conflict` without a second factor, or `rate_limit_exceeded`
 */
export async function makeRecoveryCodes(ctx: FactorChangeContext, viewer: Viewer): Promise<string[]> {
  requireConfirmed((await requireOwnSession(ctx, viewer)).session);
  return await ctx.db.transaction(async (tx) => {
    await lockUsers(tx);
    const user = await getUserRow(tx.read, viewer.userId);
    if (user.secondFactor !== 1) throw new AppError('Conflict', say('You have no second factor yet'));
    await requireAuditBudget(tx, viewer, 'recovery_codes_made');
    await writeAudit(tx, ctx, { action: 'recovery_codes_made', actor: viewer, account: user });
    await tellOwner(tx, ctx, user, 'codesMade');
    return await writeFreshCodes(tx, ctx.access, user.id);
  });
}

/**
 * Options for confirming a session with a passkey.
 * @throws {AppError} `Forbidden`, or `BadRequest` where browsers have no passkeys
 */
export async function askFactor(
  ctx: FactorContext,
  viewer: Viewer,
  place: PasskeyPlace | undefined,
): Promise<PasskeyAsked> {
  const own = await requireOwnSession(ctx, viewer);
  const user = await getUserRow(ctx.db.read, viewer.userId);
  const ticket = makeOwnTicket(ctx, 'confirm', { ...own, user });
  const asked = {
    place: requirePasskeyPlace(place),
    challenge: deriveChallenge(ctx.access, ticket),
    verifiesUser: false,
  };
  return { ticket: ticket.text, options: await makeRequestOptions(asked, await listPasskeys(ctx.db.read, user.id)) };
}

/**
 * Confirms the session of the viewer with a second factor.
 * @throws {AppError} `Forbidden`, `BadRequest` for a wrong factor, `rate_limit_exceeded`
 */
export async function confirmFactor(
  ctx: FactorChangeContext,
  viewer: Viewer,
  { ticket: text, ...proof }: FactorProof & { readonly ticket?: string | undefined },
  client: FactorClient,
): Promise<void> {
  const { sessionId } = await requireOwnSession(ctx, viewer);
  const ticket = text === undefined ? undefined : getOwnTicket(ctx, 'confirm', text, viewer);
  const challenge = ticket === undefined ? undefined : deriveChallenge(ctx.access, ticket);
  const user = await getUserRow(ctx.db.read, viewer.userId);
  const shown = await showFactor(ctx, user, { ...proof, challenge }, client);
  await ctx.db.transaction(async (tx) => {
    if (ticket !== undefined) await requireUnusedTicket(tx, ticket);
    await requireUsed(tx, shown);
    await writeSessionFactor(tx, sessionId, shown.kind, Date.now());
    await noteRecovery(tx, ctx, user, shown);
  });
}
