import { plural, t } from '@lingui/core/macro';
import type { User } from '@lectern/contract';
import { allPermissions, ROLE_WORDS } from '#entities/user/permission-words.ts';
import { formatAgo } from '#lib/format.ts';

/** "Reader", "Reader and 2 permissions more". */
export function roleWords({ role, permissions }: Pick<User, 'role' | 'permissions'>): string {
  const own = allPermissions(role, []);
  const extra = permissions.filter((permission) => !own.has(permission)).length;
  const { name } = ROLE_WORDS[role];
  return extra === 0 ? name : t`${name} and ${plural(extra, { one: '# permission', other: '# permissions' })} more`;
}

/** Whether the permissions include every library, whatever the selection. */
export function seesEverything({ role, permissions }: Pick<User, 'role' | 'permissions'>): boolean {
  return allPermissions(role, permissions).has('SystemAdmin');
}

/** "All libraries", "2 libraries". */
export function libraryWords(user: Pick<User, 'role' | 'permissions' | 'libraryIds'>): string {
  if (user.libraryIds === null || seesEverything(user)) return t`All libraries`;
  return user.libraryIds.length === 0
    ? t`No library`
    : plural(user.libraryIds.length, { one: '# library', other: '# libraries' });
}

/** "Seen 4 minutes ago", "Never seen". */
export function seenWords({ lastSeenAt }: Pick<User, 'lastSeenAt'>, now: number): string {
  return lastSeenAt === null ? t`never seen` : t`seen ${formatAgo(lastSeenAt, now)}`;
}
