import type { Permission, Role, User, UserDetail } from '@lectern/contract';
import { type Listed, type PageWanted, toSlice } from '#core/page.ts';
import type { Viewer } from '#core/viewer.ts';
import type { Database, ReadDb } from '#db/open.ts';
import { countUserKeys } from '#db/repos/people/api-keys.repo.ts';
import { listLastSeen } from '#db/repos/people/devices.repo.ts';
import { readAgeLimit } from '#db/repos/people/group-rights.repo.ts';
import { listRoleNames } from '#db/repos/people/roles.repo.ts';
import { countOpenSessions } from '#db/repos/people/session-lists.repo.ts';
import {
  countUsers,
  findUser,
  listUserLibraryIds,
  listLibraryIdsOfUsers,
  listUserRows,
} from '#db/repos/people/users.repo.ts';
import { countUserProgress } from '#db/repos/reading/progress.repo.ts';
import type { UserTable } from '#db/schema/index.ts';
import { say } from '#words/say.ts';
import { readGrants } from './grants.ts';
import { effectivePermissions, parseCustomPermissions, parseRole } from './permissions.ts';
import { getUserRow, noSuchUser } from './user-row.ts';
import { invalidField } from '#core/invalid-field.ts';

function timestamp(at: number): string {
  return new Date(at).toISOString();
}

/** Facts of an account that are not in its row. */
interface Belongings {
  /** Libraries given to it; without meaning when it may see all. */
  readonly libraryIds: readonly string[];
  /** Its last request, epoch milliseconds. */
  readonly seenAt: number | undefined;
  /** Names of the roles that administrators made. */
  readonly roleNames: ReadonlyMap<string, string>;
}

/** An account as a viewer sees it, without the libraries that are hidden from the viewer. */
function toUser(viewer: Viewer, row: UserTable, { libraryIds, seenAt, roleNames }: Belongings): User {
  const shown = libraryIds.filter((id) => viewer.libraryIds?.includes(id) ?? true);
  const lastSeenAt = Math.max(row.lastLoginAt ?? 0, seenAt ?? 0);
  return {
    id: row.id,
    username: row.username,
    email: row.email ?? '',
    role: parseRole(row),
    customRole: row.roleId === null ? null : { id: row.roleId, name: roleNames.get(row.roleId) ?? '' },
    permissions: [...parseCustomPermissions(row)],
    isActive: row.isActive === 1,
    emailVerified: row.emailVerified === 1,
    parentId: row.parentId,
    secondFactor: row.secondFactor === 1,
    libraryIds: row.allLibraries === 1 ? null : shown,
    ageLimit: readAgeLimit(row) ?? null,
    pendingVerification: row.mustVerify === 1,
    lastLoginAt: row.lastLoginAt === null ? null : timestamp(row.lastLoginAt),
    lastSeenAt: lastSeenAt === 0 ? null : timestamp(lastSeenAt),
    createdAt: timestamp(row.createdAt),
    updatedAt: timestamp(row.updatedAt),
  };
}

/** An account as a viewer sees it, also inside a transaction. */
export async function findAccount(db: ReadDb, viewer: Viewer, userId: string): Promise<User | undefined> {
  const row = await findUser(db, userId);
  if (row === undefined) return undefined;
  const libraryIds = await listUserLibraryIds(db, userId);
  const seenAt = (await listLastSeen(db, [userId])).get(userId);
  return toUser(viewer, row, { libraryIds, seenAt, roleNames: await listRoleNames(db) });
}

/**
 * An account as a viewer sees it, also inside a transaction.
 * @throws {AppError} `NotFound`
 */
export async function getAccount(db: ReadDb, viewer: Viewer, userId: string): Promise<User> {
  const account = await findAccount(db, viewer, userId);
  if (account === undefined) throw noSuchUser(userId);
  return account;
}

/**
 * One account, with counts of what belongs to it.
 * @throws {AppError} `NotFound`
 */
export async function getUser(ctx: { readonly db: Database }, viewer: Viewer, userId: string): Promise<UserDetail> {
  const { read } = ctx.db;
  const user = await getAccount(read, viewer, userId);
  const [progressCount, apiKeyCount, sessionCount, sharingTags] = await Promise.all([
    countUserProgress(read, viewer, userId),
    countUserKeys(read, userId),
    countOpenSessions(read, userId, Date.now()),
    readGrants(read, userId),
  ]);
  return { ...user, progressCount, apiKeyCount, sessionCount, sharingTags };
}

/** What an account may do with its own credentials. @throws {AppError} `NotFound` */
export async function getUserPermissions(
  { db }: { readonly db: Database },
  userId: string,
): Promise<ReadonlySet<Permission>> {
  return effectivePermissions(await getUserRow(db.read, userId));
}

/** Filters and page of a list of accounts. */
interface UserQuery extends PageWanted {
  readonly role?: Role | undefined;
  readonly isActive?: boolean | undefined;
  /** Part of a name or address, in any case. */
  readonly search?: string | undefined;
  /** Name of a sharing tag that the accounts have a grant of … */
  readonly sharingTag?: string | undefined;
  /** … of this kind. */
  readonly sharingTagMode?: 'allow' | 'deny' | undefined;
}

/**
 * Accounts by name.
 * @throws {AppError} `BadRequest` for `sharingTagMode` without `sharingTag`
 */
export async function listUsers(
  ctx: { readonly db: Database },
  viewer: Viewer,
  { page, pageSize, ...filter }: UserQuery,
): Promise<Listed<User>> {
  const { read } = ctx.db;
  if (filter.sharingTagMode !== undefined && filter.sharingTag === undefined) {
    throw invalidField('sharingTagMode', say('needs a sharing tag to go with it'));
  }
  const [rows, total] = await Promise.all([
    listUserRows(read, filter, toSlice({ page, pageSize })),
    countUsers(read, filter),
  ]);
  const ids = rows.map(({ id }) => id);
  const [given, seen, roleNames] = await Promise.all([
    listLibraryIdsOfUsers(read, ids),
    listLastSeen(read, ids),
    listRoleNames(read),
  ]);
  const users = rows.map((row) =>
    toUser(viewer, row, { libraryIds: given.get(row.id) ?? [], seenAt: seen.get(row.id), roleNames }),
  );
  return { rows: users, total };
}
