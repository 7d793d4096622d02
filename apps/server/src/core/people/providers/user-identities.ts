import type { UserIdentity } from '@lectern/contract';
import { AppError } from '#core/errors.ts';
import { requireReach } from '#core/people/require-reach.ts';
import { getUserRow, lockUsers } from '#core/people/user-row.ts';
import type { Viewer } from '#core/viewer.ts';
import { say } from '#words/say.ts';
import { getUnlinked, readIdentities, type UnlinkContext, writeUnlink } from './identities.ts';
import { writeProviderGroups } from './provider-groups.ts';
import type { ProvidersContext } from './provider.ts';

/**
 * The accounts of a user at providers, for viewers who manage accounts.
 * @throws {AppError} `NotFound`
 */
export async function listIdentitiesOfUser(ctx: ProvidersContext, userId: string): Promise<UserIdentity[]> {
  const { id } = await getUserRow(ctx.db.read, userId);
  return (await readIdentities(ctx, id)).map(({ identity, subject }) => ({ ...identity, subject }));
}

/**
 * Unlinks a user from a provider, and ends the sessions that the identity opened. The access groups that come from it end as well.
 * @throws {AppError} `NotFound`; `Forbidden` for the viewer's own account, and for one that can do or see more, before or after;
 * `Conflict` when nothing else would sign the user in
 */
export async function deleteUserIdentity(
  ctx: UnlinkContext,
  viewer: Viewer,
  { id: userId, identityId }: { readonly id: string; readonly identityId: string },
): Promise<void> {
  await requireReach(ctx.db.read, viewer, await getUserRow(ctx.db.read, userId));
  // Own limits may come from the groups of the provider.
  if (viewer.userId === userId) throw new AppError('Forbidden', say('Unlink your own account in your profile'));
  await ctx.db.transaction(async (tx) => {
    await lockUsers(tx);
    const user = await getUserRow(tx.read, userId);
    await requireReach(tx.read, viewer, user);
    const { row, isLastWay } = await getUnlinked(tx, ctx, user, identityId);
    if (isLastWay) {
      const message = say('“{name}” could not sign in any more. Set a password first', { name: user.username });
      throw new AppError('Conflict', message);
    }
    await writeUnlink(tx, ctx, user, { row, actor: viewer });
    await writeProviderGroups(tx, ctx, user, viewer);
    await requireReach(tx.read, viewer, user);
  });
}
