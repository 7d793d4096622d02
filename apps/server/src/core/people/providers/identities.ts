import type { Identity } from '@lectern/contract';
import { type AuditContext, writeAudit } from '#core/audit/write-audit.ts';
import { AppError } from '#core/errors.ts';
import { type FactorMailContext, tellOwner } from '#core/people/factor-mails.ts';
import { mayUsePassword } from '#core/people/passwords.ts';
import { requirePerson } from '#core/people/sessions.ts';
import type { UsersContext } from '#core/people/sign-in.ts';
import { getUserRow, lockUsers } from '#core/people/user-row.ts';
import type { Viewer } from '#core/viewer.ts';
import type { Tx } from '#db/open.ts';
import { deleteIdentity, listUserIdentities, writeIdentitySessionEnds } from '#db/repos/people/identities.repo.ts';
import type { UserIdentityTable, UserTable } from '#db/schema/index.ts';
import { say } from '#words/say.ts';
import { givesAccessGroups } from './provider-groups.ts';
import { listProviders, type ProvidersContext, readUsableIssuers } from './provider.ts';

/** Context of unlinking. */
export interface UnlinkContext extends UsersContext, AuditContext, FactorMailContext {
  readonly config: ProvidersContext['config'];
}

function toIdentity(row: UserIdentityTable, names: ReadonlyMap<string, string>): Identity {
  return {
    id: row.id,
    provider: row.provider,
    providerDisplayName: names.get(row.provider) ?? row.provider,
    email: row.email,
    createdAt: new Date(row.createdAt).toISOString(),
    lastUsedAt: row.lastUsedAt === null ? null : new Date(row.lastUsedAt).toISOString(),
  };
}

/** The accounts of a user at providers, with how these name the user. */
export async function readIdentities(ctx: ProvidersContext, userId: string) {
  const [rows, providers] = await Promise.all([listUserIdentities(ctx.db.read, userId), listProviders(ctx)]);
  const names = new Map(providers.map(({ name, displayName }) => [name, displayName]));
  return rows.map((row) => ({ identity: toIdentity(row, names), subject: row.subject }));
}

/** The viewer's accounts at providers. */
export async function listIdentities(ctx: ProvidersContext, viewer: Viewer): Promise<Identity[]> {
  requirePerson(viewer);
  return (await readIdentities(ctx, viewer.userId)).map(({ identity }) => identity);
}

/** An identity that is to be unlinked, and whether the user cannot sign in without it. */
export interface Unlinked {
  readonly row: UserIdentityTable;
  readonly isLastWay: boolean;
}

/**
 * The identity of a user with this id. Others count as ways to sign in while their provider is there and on. Call `lockUsers` before.
 * @throws {AppError} `NotFound`
 */
export async function getUnlinked(tx: Tx, ctx: UnlinkContext, user: UserTable, id: string): Promise<Unlinked> {
  const all = await listUserIdentities(tx.read, user.id);
  const row = all.find((identity) => identity.id === id);
  if (row === undefined) throw new AppError('NotFound', `Identity ${id} not found`);
  const keepsPassword = user.hasPassword === 1 && (await mayUsePassword({ ...ctx, db: tx }, user));
  const isUsable = await readUsableIssuers({ ...ctx, db: tx });
  const hasOther = all.some((other) => other !== row && isUsable(other.issuer));
  return { row, isLastWay: !hasOther && !keepsPassword };
}

/** Removes an identity, ends the sessions that it opened, and tells the owner of the account. */
export async function writeUnlink(
  tx: Tx,
  ctx: UnlinkContext,
  user: UserTable,
  { row, actor }: { readonly row: UserIdentityTable; readonly actor: Viewer },
): Promise<void> {
  await writeIdentitySessionEnds(tx, row.id, Date.now());
  await deleteIdentity(tx, user.id, row.id);
  tx.afterCommit(() => ctx.access.forgetUser(user.id));
  const details = { provider: row.provider };
  await writeAudit(tx, ctx, { action: 'identity_unlinked', actor, account: user, details });
  await tellOwner(tx, ctx, user, 'identityUnlinked');
}

/**
 * Unlinks the viewer's account, and ends the sessions that the identity opened.
 * @throws {AppError} `NotFound`, `Forbidden`, or `Conflict` when nothing else would sign the viewer in
 */
export async function unlinkIdentity(ctx: UnlinkContext, viewer: Viewer, id: string): Promise<void> {
  requirePerson(viewer);
  await ctx.db.transaction(async (tx) => {
    await lockUsers(tx);
    const user = await getUserRow(tx.read, viewer.userId);
    const { row, isLastWay } = await getUnlinked(tx, ctx, user, id);
    if (isLastWay) throw new AppError('Conflict', say('You could not sign in any more. Set a password first'));
    // The limits of access groups must not end by the will of the limited user.
    if (await givesAccessGroups(tx, row)) {
      throw new AppError('Conflict', say('Your access groups come from this provider. Ask an admin'));
    }
    await writeUnlink(tx, ctx, user, { row, actor: viewer });
  });
}
