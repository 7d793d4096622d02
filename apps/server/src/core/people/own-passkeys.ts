import type { FactorMade, Passkey, PasskeyAsked, PasskeyMade } from '@lectern/contract';
import { AppError } from '#core/errors.ts';
import type { Viewer } from '#core/viewer.ts';
import {
  deletePasskey as deleteRow,
  listPasskeys,
  writePasskey,
  writePasskeyName,
} from '#db/repos/people/passkeys.repo.ts';
import { writeSessionFactor } from '#db/repos/people/sessions.repo.ts';
import { say } from '#words/say.ts';
import { type FactorChangeContext, writeFactorAdded } from './authenticator-apps.ts';
import { checkNewPasskey, makeCreationOptions } from './factors/passkey-checks.ts';
import { type PasskeyPlace, requirePasskeyPlace } from './factors/passkey-place.ts';
import {
  getOwnTicket,
  makeOwnTicket,
  requireFactorOwner,
  requireUnusedTicket,
  writeFactorRemoved,
} from './own-factors.ts';
import { passkeyInUse, toPasskey, toPasskeyRow } from './passkey-rows.ts';
import { type FactorClient, refusePasskey } from './prove-factor.ts';
import { type FactorContext, requireConfirmed, requireOwnSession } from './require-factor.ts';
import { deriveChallenge } from './tickets.ts';
import { getUserRow, lockUsers } from './user-row.ts';

/** A user has no more. */
const MAX_PASSKEYS = 20;

function noSuchPasskey(id: string): AppError {
  return new AppError('NotFound', `Passkey ${id} not found`);
}

/**
 * Options for a new passkey of the viewer.
 * @throws {AppError} `Forbidden`, `BadRequest` where browsers have no passkeys, `Conflict` at the limit
 */
export async function startPasskey(
  ctx: FactorContext,
  viewer: Viewer,
  asked: { readonly currentPassword?: string | undefined; readonly ip: string },
  place: PasskeyPlace | undefined,
): Promise<PasskeyAsked> {
  const owner = await requireFactorOwner(ctx, viewer, asked);
  const known = await listPasskeys(ctx.db.read, owner.user.id);
  if (known.length >= MAX_PASSKEYS) {
    throw new AppError('Conflict', say('You have {count} passkeys. Remove one first', { count: known.length }));
  }
  const ticket = makeOwnTicket(ctx, 'new passkey', owner);
  const options = await makeCreationOptions({
    place: requirePasskeyPlace(place),
    serverName: ctx.access.serverName(),
    user: owner.user,
    challenge: deriveChallenge(ctx.access, ticket),
    known,
  });
  return { ticket: ticket.text, options };
}

interface NewPasskey {
  readonly ticket: string;
  readonly name: string;
  readonly passkey: PasskeyMade;
}

/**
 * Stores a passkey of the viewer.
 * @throws {AppError} `BadRequest` for a wrong answer or a late ticket, `Conflict` for a known passkey
 */
export async function finishPasskey(
  ctx: FactorChangeContext,
  viewer: Viewer,
  { ticket: text, name, passkey: made }: NewPasskey,
  { ip, place }: FactorClient,
): Promise<FactorMade & { readonly passkey: Passkey }> {
  const { sessionId } = await requireOwnSession(ctx, viewer);
  const ticket = getOwnTicket(ctx, 'new passkey', text, viewer);
  const here = requirePasskeyPlace(place);
  const checked = await checkNewPasskey(made, { place: here, challenge: deriveChallenge(ctx.access, ticket) });
  if (checked === undefined) return refusePasskey(ctx, ip, { id: viewer.userId, username: viewer.username });
  const row = toPasskeyRow(checked, { userId: viewer.userId, name, host: here.host });
  return await ctx.db.transaction(async (tx) => {
    await lockUsers(tx);
    await requireUnusedTicket(tx, ticket);
    const user = await getUserRow(tx.read, viewer.userId);
    const known = await listPasskeys(tx.read, user.id);
    if (known.length >= MAX_PASSKEYS || !(await writePasskey(tx, row))) {
      throw passkeyInUse();
    }
    const factor = await writeFactorAdded(tx, ctx, user, { kind: 'passkey', sessionId });
    await writeSessionFactor(tx, sessionId, 'passkey', row.createdAt);
    return { ...factor, passkey: toPasskey(row) };
  });
}

/**
 * Renames a passkey of the viewer.
 * @throws {AppError} `NotFound` or `Forbidden`
 */
export async function renamePasskey(ctx: FactorContext, viewer: Viewer, id: string, name: string): Promise<void> {
  await requireOwnSession(ctx, viewer);
  const isRenamed = await ctx.db.transaction(async (tx) => writePasskeyName(tx, viewer.userId, id, name));
  if (!isRenamed) throw noSuchPasskey(id);
}

/**
 * Removes a passkey of the viewer.
 * @throws {AppError} `NotFound`, `Forbidden`, or `Conflict` when the role needs it
 */
export async function deletePasskey(ctx: FactorChangeContext, viewer: Viewer, id: string): Promise<void> {
  requireConfirmed((await requireOwnSession(ctx, viewer)).session);
  await ctx.db.transaction(async (tx) => {
    await lockUsers(tx);
    if (!(await deleteRow(tx, viewer.userId, id))) throw noSuchPasskey(id);
    await writeFactorRemoved(tx, ctx, viewer, 'passkey');
  });
}
