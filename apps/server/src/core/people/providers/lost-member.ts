import { lockUsers } from '#core/people/user-row.ts';
import type { Tx } from '#db/open.ts';
import { findIdentity, writeIdentitySessionEnds } from '#db/repos/people/identities.repo.ts';
import { findUser } from '#db/repos/people/users.repo.ts';
import type { Told } from './enter-account.ts';
import type { AccountsContext } from './find-account.ts';
import { planGroupRights, writeGroupRights } from './group-rights.ts';

/**
 * Takes from the account of a person who is no member any more what groups gave it, and ends the sessions of the identity. Limits
 * stay: a refused sign-in must show no more than before.
 */
export async function writeLostMember(tx: Tx, ctx: AccountsContext, { source, person }: Told): Promise<void> {
  await lockUsers(tx);
  const identity = await findIdentity(tx.read, person);
  const user = identity === undefined ? undefined : await findUser(tx.read, identity.userId);
  if (identity === undefined || user === undefined) return;
  const groups = person.groups ?? [];
  const rights = planGroupRights({ rules: source.rules, defaultRole: 'reader' }, groups);
  await writeGroupRights(tx, ctx, user, { rights, groups, source: source.name });
  await writeIdentitySessionEnds(tx, identity.id, Date.now());
  tx.afterCommit(() => ctx.access.forgetUser(user.id));
}
