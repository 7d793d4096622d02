import { plural, t } from '@lingui/core/macro';
import type { User } from '@lectern/contract';
import { allPermissions, ROLE_WORDS } from '#entities/user/permission-words.ts';
import { formatAgo } from '#lib/format.ts';

/** "Reader", "Reader and 2 more permissions". */
export function roleWords({
  role,
  customRole,
  permissions,
}: Pick<User, 'role' | 'customRole' | 'permissions'>): string {
  const own = customRole === null ? allPermissions(role, []) : new Set();
  const extra = permissions.filter((permission) => !own.has(permission)).length;
  const { name } = customRole ?? ROLE_WORDS[role];
  if (extra === 0) return name;
  return plural(extra, { one: `${name} and # more permission`, other: `${name} and # more permissions` });
}

/** Whether the permissions include every library, whatever the selection. */
export function seesEverything({ role, permissions }: Pick<User, 'role' | 'permissions'>): boolean {
  return allPermissions(role, permissions).has('SystemAdmin');
}

/** "All libraries", "2 libraries". A child profile without libraries of its own has those of its parent. */
export function libraryWords(user: Pick<User, 'role' | 'permissions' | 'libraryIds' | 'parentId'>): string {
  if (user.parentId !== null && user.libraryIds === null) return t`Libraries of the parent`;
  if (user.libraryIds === null || seesEverything(user)) return t`All libraries`;
  const count = user.libraryIds.length;
  return count === 0 ? t`No libraries` : plural(count, { one: '# library', other: '# libraries' });
}

/** "Last seen 4 minutes ago", "Never seen". */
export function seenWords({ lastSeenAt }: Pick<User, 'lastSeenAt'>, now: number): string {
  if (lastSeenAt === null) return t`Never seen`;
  const ago = formatAgo(lastSeenAt, now);
  return t`Last seen ${ago}`;
}
