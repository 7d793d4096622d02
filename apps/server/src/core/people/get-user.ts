import type { Role, User, UserDetail } from '@lectern/contract';
import { AppError } from '#core/errors.ts';
import type { Viewer } from '#core/viewer.ts';
import type { Database, ReadDb } from '#db/open.ts';
import { countKeysOf } from '#db/repos/people/api-keys.repo.ts';
import { listLastSeenOf } from '#db/repos/people/devices.repo.ts';
import { countOpenSessions } from '#db/repos/people/session-lists.repo.ts';
import {
  countUsers,
  findUser,
  listLibraryIdsOf,
  listLibraryIdsOfUsers,
  listUserRows,
} from '#db/repos/people/users.repo.ts';
import { countProgressOf } from '#db/repos/reading/progress.repo.ts';
import type { UserTable } from '#db/schema/index.ts';
import { grantsOf } from './grants.ts';
import { customPermissionsOf, noSuchUser, roleOf } from './permissions.ts';

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
function toUser(viewer: Viewer, row: UserTable, { libraryIds, seenAt }: Belongings): User {
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

/** The account with this id as it is now, inside a transaction too; undefined when there is none. */
export async function findAccount(db: ReadDb, viewer: Viewer, userId: string): Promise<User | undefined> {
  const row = await findUser(db, userId);
  if (row === undefined) return undefined;
  const libraryIds = await listLibraryIdsOf(db, userId);
  return toUser(viewer, row, { libraryIds, seenAt: (await listLastSeenOf(db, [userId])).get(userId) });
}

/**
 * One account, with how much is its own.
 * @throws {AppError} `NotFound`
 */
export async function getUser(ctx: { readonly db: Database }, viewer: Viewer, userId: string): Promise<UserDetail> {
  const { read } = ctx.db;
  const user = await findAccount(read, viewer, userId);
  if (user === undefined) throw noSuchUser(userId);
  const [progressCount, apiKeyCount, sessionCount, sharingTags] = await Promise.all([
    countProgressOf(read, viewer, userId),
    countKeysOf(read, userId),
    countOpenSessions(read, userId, Date.now()),
    grantsOf(read, userId),
  ]);
  return { ...user, progressCount, apiKeyCount, sessionCount, sharingTags };
}

/** Which accounts, and which page of them. */
interface UserQuery {
  readonly page: number;
  readonly pageSize: number;
  readonly role?: Role | undefined;
  readonly isActive?: boolean | undefined;
  /** Part of a name or an address, in any case. */
  readonly search?: string | undefined;
  /** Name of a sharing tag that they have a grant of … */
  readonly sharingTag?: string | undefined;
  /** … of this kind. */
  readonly sharingTagMode?: 'allow' | 'deny' | undefined;
}

/**
 * Accounts by name.
 * @throws {AppError} `BadRequest` for a kind of grant without a tag
 */
export async function listUsers(
  ctx: { readonly db: Database },
  viewer: Viewer,
  { page, pageSize, ...filter }: UserQuery,
): Promise<{ readonly rows: User[]; readonly total: number }> {
  const { read } = ctx.db;
  if (filter.sharingTagMode !== undefined && filter.sharingTag === undefined) {
    const message = 'goes with sharingTag';
    throw new AppError('BadRequest', `Invalid query: sharingTagMode: ${message}`, {
      details: [{ path: 'sharingTagMode', message }],
    });
  }
  const [rows, total] = await Promise.all([
    listUserRows(read, filter, { limit: pageSize, offset: (page - 1) * pageSize }),
    countUsers(read, filter),
  ]);
  const ids = rows.map(({ id }) => id);
  const [given, seen] = await Promise.all([listLibraryIdsOfUsers(read, ids), listLastSeenOf(read, ids)]);
  const users = rows.map((row) =>
    toUser(viewer, row, { libraryIds: given.get(row.id) ?? [], seenAt: seen.get(row.id) }),
  );
  return { rows: users, total };
}
