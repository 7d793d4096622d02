import { type GroupRule, type Role, ROLE_PERMISSIONS, ROLES } from '@lectern/contract';
import { type AuditContext, writeAudit } from '#core/audit/write-audit.ts';
import type { Access } from '#core/people/access.ts';
import { effectivePermissions, type Grants } from '#core/people/permissions.ts';
import type { Tx } from '#db/open.ts';
import { deleteMailTokens } from '#db/repos/people/mail-tokens.repo.ts';
import {
  findUserByLogin,
  hasActiveAdmin,
  listUnknownLibraries,
  listUserLibraryIds,
  updateUserRow,
  writeUserLibraries,
} from '#db/repos/people/users.repo.ts';
import { EVERYONE } from '#db/repos/rows/viewer-scope.ts';
import type { UserTable } from '#db/schema/index.ts';
import type { SignInRules } from './provider.ts';
import { writeProviderGroups } from './provider-groups.ts';

/** What the groups of a user give. */
export interface GroupRights {
  /** Null where groups give no roles. */
  readonly role: Role | null;
  /** Null where groups give no libraries. */
  readonly libraries: 'all' | readonly string[] | null;
  /** Whether a rule names one of the groups. */
  readonly isMember: boolean;
}

function highestRole(roles: readonly (Role | null)[], otherwise: Role): Role {
  const ranks = roles.filter((role) => role !== null).map((role) => ROLES.indexOf(role));
  return ROLES[Math.max(...ranks)] ?? otherwise;
}

function planLibraries(rules: readonly GroupRule[], matching: readonly GroupRule[]): GroupRights['libraries'] {
  if (!rules.some(({ allLibraries, libraryIds }) => allLibraries || libraryIds.length > 0)) return null;
  if (matching.some(({ allLibraries }) => allLibraries)) return 'all';
  return [...new Set(matching.flatMap(({ libraryIds }) => libraryIds))];
}

/**
 * The rights that groups give: the highest role, and the libraries of all groups together. Where rules give roles, a user without one
 * gets the default role; where they give libraries, a user without one sees none.
 */
export function planGroupRights(
  { rules, defaultRole }: Pick<SignInRules, 'rules' | 'defaultRole'>,
  groups: readonly string[],
): GroupRights {
  const matching = rules.filter(({ group }) => groups.includes(group));
  const givesRoles = rules.some(({ role }) => role !== null);
  return {
    role: givesRoles
      ? highestRole(
          matching.map(({ role }) => role),
          defaultRole,
        )
      : null,
    libraries: planLibraries(rules, matching),
    isMember: matching.length > 0,
  };
}

/** The rights of a user whose source said nothing of groups: those of no group, with no higher role than before. */
export function planUntoldRights(
  source: Pick<SignInRules, 'rules' | 'defaultRole'>,
  before: readonly string[],
): GroupRights {
  const [none, kept] = [planGroupRights(source, []), planGroupRights(source, before)];
  const isLower = kept.role !== null && none.role !== null && ROLES.indexOf(kept.role) < ROLES.indexOf(none.role);
  return isLower ? { ...none, role: kept.role } : none;
}

/** Whether an account can do nothing beyond the role that groups give: only then a first sign-in may take it over. */
export function isWithinRights(user: Grants, { role }: GroupRights): boolean {
  const given = ROLE_PERMISSIONS[role ?? 'reader'];
  return [...effectivePermissions(user)].every((permission) => given.includes(permission));
}

interface RightsContext extends AuditContext {
  readonly access: Access;
}

/** Null to keep the role. The emergency admin stays what they are, whatever a provider says. */
async function planRole(
  tx: Tx,
  { access }: RightsContext,
  user: UserTable,
  { role }: GroupRights,
): Promise<Role | null> {
  const { emergencyAdmin } = access.passwordPolicy();
  const isEmergency = emergencyAdmin !== '' && (await findUserByLogin(tx.read, emergencyAdmin))?.id === user.id;
  return isEmergency ? null : role;
}

async function applyLibraries(tx: Tx, user: UserTable, { libraries }: GroupRights): Promise<boolean> {
  if (libraries === null) return false;
  const seesAll = libraries === 'all';
  const given = seesAll ? [] : libraries;
  const unknown = new Set(await listUnknownLibraries(tx.read, EVERYONE, given));
  const wanted = given.filter((id) => !unknown.has(id)).toSorted();
  const had = await listUserLibraryIds(tx.read, user.id);
  if (user.allLibraries === Number(seesAll) && JSON.stringify(had) === JSON.stringify(wanted)) return false;
  await writeUserLibraries(tx, user.id, wanted);
  await updateUserRow(tx, user.id, { allLibraries: Number(seesAll) });
  return true;
}

/** Changes the role, also one that admins made, unless no active admin would be left. */
async function applyRole(tx: Tx, ctx: RightsContext, user: UserTable, role: Role | null): Promise<boolean> {
  if (role === null || (role === user.role && user.roleId === null)) return false;
  await updateUserRow(tx, user.id, { role, roleId: null, rolePermissions: null });
  if (await hasActiveAdmin(tx.read)) return true;
  const { role: before, roleId, rolePermissions } = user;
  await updateUserRow(tx, user.id, { role: before, roleId, rolePermissions });
  ctx.log.users.warn({ accountId: user.id, account: user.username }, 'the last admin keeps the role');
  return false;
}

/**
 * Gives an account the rights of its groups: a role and libraries, and the access groups that admins mapped. Custom permissions
 * stay. Call `lockUsers` and `writeIdentityUse` before.
 */
export async function writeGroupRights(
  tx: Tx,
  ctx: RightsContext,
  user: UserTable,
  wanted: { readonly rights: GroupRights; readonly groups: readonly string[]; readonly source: string },
): Promise<void> {
  const { rights, groups, source } = wanted;
  await writeProviderGroups(tx, ctx, user, 'provider');
  const hasNewRole = await applyRole(tx, ctx, user, await planRole(tx, ctx, user, rights));
  const hasNewLibraries = await applyLibraries(tx, user, rights);
  if (!hasNewRole && !hasNewLibraries) return;
  await updateUserRow(tx, user.id, { updatedAt: Date.now() });
  // The makers of reset links may see less than the account sees now.
  await deleteMailTokens(tx, user.id, ['reset']);
  tx.afterCommit(() => ctx.access.forgetUser(user.id));
  const details = { source, groups, role: rights.role, libraries: rights.libraries };
  await writeAudit(tx, ctx, { action: 'rights_changed', actor: 'provider', account: user, details });
}
