import type { Identity } from '@lectern/contract';
import { type AuditContext, writeAudit } from '#core/audit/write-audit.ts';
import { AppError } from '#core/errors.ts';
import { mayUsePassword } from '#core/people/passwords.ts';
import { requirePerson } from '#core/people/sessions.ts';
import type { UsersContext } from '#core/people/sign-in.ts';
import { getUserRow, lockUsers } from '#core/people/user-row.ts';
import type { Viewer } from '#core/viewer.ts';
import { deleteIdentity, listUserIdentities, writeIdentitySessionEnds } from '#db/repos/people/identities.repo.ts';
import type { UserIdentityTable } from '#db/schema/index.ts';
import { say } from '#words/say.ts';
import { givesAccessGroups } from './provider-groups.ts';
import { listProviders, type ProvidersContext } from './provider.ts';

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

/** The viewer's accounts at providers. */
export async function listIdentities(ctx: ProvidersContext, viewer: Viewer): Promise<Identity[]> {
  requirePerson(viewer);
  const [rows, providers] = await Promise.all([listUserIdentities(ctx.db.read, viewer.userId), listProviders(ctx)]);
  const names = new Map(providers.map(({ name, displayName }) => [name, displayName]));
  return rows.map((row) => toIdentity(row, names));
}

/**
 * Unlinks the viewer's account, and ends the sessions that the identity opened.
 * @throws {AppError} `NotFound`, `Forbidden`, or `Conflict` when nothing else would sign the viewer in
 */
export async function unlinkIdentity(ctx: UsersContext & AuditContext, viewer: Viewer, id: string): Promise<void> {
  requirePerson(viewer);
  await ctx.db.transaction(async (tx) => {
    await lockUsers(tx);
    const user = await getUserRow(tx.read, viewer.userId);
    const all = await listUserIdentities(tx.read, user.id);
    const unlinked = all.find((identity) => identity.id === id);
    if (unlinked === undefined) throw new AppError('NotFound', `Identity ${id} not found`);
    const keepsPassword = user.hasPassword === 1 && (await mayUsePassword({ ...ctx, db: tx }, user));
    if (all.length === 1 && !keepsPassword) {
      throw new AppError('Conflict', say('You could not sign in any more. Set a password first'));
    }
    // The limits of access groups must not end by the will of the limited user.
    if (await givesAccessGroups(tx, unlinked)) {
      throw new AppError('Conflict', say('Your access groups come from this provider. Ask an admin'));
    }
    await writeIdentitySessionEnds(tx, id, Date.now());
    await deleteIdentity(tx, user.id, id);
    tx.afterCommit(() => ctx.access.forgetUser(user.id));
    const details = { provider: unlinked.provider };
    await writeAudit(tx, ctx, { action: 'identity_unlinked', actor: viewer, account: user, details });
  });
}
