import type { User } from '@lectern/contract';
import type { UserTable } from '#db/schema/index.ts';
import type { Viewer } from '../viewer.ts';
import { customPermissionsOf, roleOf } from './permissions-of.ts';

function timestamp(at: number): string {
  return new Date(at).toISOString();
}

/**
 * An account as a viewer sees it: libraries that are hidden from the viewer are not among those of the account.
 * @param given the libraries that were given to it; they say nothing when it may see all
 */
export function toUser(viewer: Viewer, row: UserTable, given: readonly string[]): User {
  const shown = given.filter((id) => viewer.libraryIds?.includes(id) ?? true);
  return {
    id: row.id,
    username: row.username,
    email: row.email ?? '',
    role: roleOf(row),
    permissions: [...customPermissionsOf(row)],
    isActive: row.isActive === 1,
    emailVerified: row.emailVerified === 1,
    libraryIds: row.allLibraries === 1 ? null : shown,
    lastLoginAt: row.lastLoginAt === null ? null : timestamp(row.lastLoginAt),
    createdAt: timestamp(row.createdAt),
    updatedAt: timestamp(row.updatedAt),
  };
}
