import type { User } from '@lectern/contract';
import type { UserTable } from '#db/schema/index.ts';
import type { Viewer } from '../viewer.ts';
import { customPermissionsOf, roleOf } from './permissions-of.ts';

function timestamp(at: number): string {
  return new Date(at).toISOString();
}

/** What of an account is not in its row. */
interface Belongings {
  /** The libraries that were given to it; they say nothing when it may see all. */
  readonly libraryIds: readonly string[];
  /** Its last request; undefined when none is known. */
  readonly seenAt: number | undefined;
}

/** An account as a viewer sees it: libraries that are hidden from the viewer are not among those of the account. */
export function toUser(viewer: Viewer, row: UserTable, { libraryIds, seenAt }: Belongings): User {
  const shown = libraryIds.filter((id) => viewer.libraryIds?.includes(id) ?? true);
  const lastSeenAt = Math.max(row.lastLoginAt ?? 0, seenAt ?? 0);
  return {
    id: row.id,
    username: row.username,
    email: row.email ?? '',
    role: roleOf(row),
    permissions: [...customPermissionsOf(row)],
    isActive: row.isActive === 1,
    emailVerified: row.emailVerified === 1,
    libraryIds: row.allLibraries === 1 ? null : shown,
    pendingVerification: row.mustVerify === 1,
    lastLoginAt: row.lastLoginAt === null ? null : timestamp(row.lastLoginAt),
    lastSeenAt: lastSeenAt === 0 ? null : timestamp(lastSeenAt),
    createdAt: timestamp(row.createdAt),
    updatedAt: timestamp(row.updatedAt),
  };
}
