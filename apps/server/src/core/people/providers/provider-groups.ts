import { z } from 'zod';
import type { Tx } from '#db/open.ts';
import {
  deleteProviderMembers,
  findGroup,
  listMappedGroupIds,
  listMembershipsOfUser,
  writeProviderMember,
} from '#db/repos/people/access-groups.repo.ts';
import { listUserIdentities } from '#db/repos/people/identities.repo.ts';
import type { UserIdentityTable, UserTable } from '#db/schema/index.ts';
import type { AuditNote } from '#core/audit/write-audit.ts';
import { applyGroupRights, type GroupContext, noteGroup } from '../access-groups.ts';

const StoredGroups = z.array(z.string());

/** The groups that an identity had at the last sign-in that told of them. */
export function readStoredGroups({ groups }: Pick<UserIdentityTable, 'groups'>): readonly string[] {
  return StoredGroups.parse(JSON.parse(groups));
}

/** Whether an identity makes its user a member of access groups. */
export async function givesAccessGroups(tx: Tx, identity: UserIdentityTable): Promise<boolean> {
  return (await listMappedGroupIds(tx.read, readStoredGroups(identity))).length > 0;
}

type Account = Pick<UserTable, 'id' | 'username'>;

/**
 * Makes an account a member of the access groups that its groups at all its providers lead to, each as of the last sign-in there:
 * a sign-in at another provider takes no limit away. Members that admins added by hand stay.
 */
export async function writeProviderGroups(
  tx: Tx,
  ctx: Pick<GroupContext, 'access' | 'log'>,
  account: Account,
  actor: AuditNote['actor'],
): Promise<void> {
  const groups = (await listUserIdentities(tx.read, account.id)).flatMap(readStoredGroups);
  const wanted = await listMappedGroupIds(tx.read, [...new Set(groups)]);
  const memberships = await listMembershipsOfUser(tx.read, account.id);
  const added = wanted.filter((id) => !memberships.some(({ groupId }) => groupId === id));
  const gone = memberships.filter(({ groupId, source }) => source === 'oidc' && !wanted.includes(groupId));
  const removed = gone.map(({ groupId }) => groupId);
  if (added.length === 0 && removed.length === 0) return;
  await deleteProviderMembers(tx, account.id, removed);
  for (const groupId of added) await writeProviderMember(tx, groupId, account.id, Date.now());
  for (const groupId of [...added, ...removed]) {
    const group = (await findGroup(tx.read, groupId)) ?? { id: groupId, name: '' };
    const change = added.includes(groupId) ? 'member added' : 'member removed';
    await noteGroup(tx, ctx, 'access_group_changed', { actor, account, group, details: { change } });
  }
  await applyGroupRights(tx, ctx, [account.id]);
}
