import {
  type ChildProfile,
  type ChildProfileCreate,
  type ChildProfiles,
  type ChildProfileUpdate,
  toTimestamp,
} from '@lectern/contract';
import { requireAuditBudget } from '#core/audit/audit-budget.ts';
import { type AuditContext, writeAudit } from '#core/audit/write-audit.ts';
import { AppError } from '#core/errors.ts';
import type { Viewer } from '#core/viewer.ts';
import type { Database, ReadDb, Tx } from '#db/open.ts';
import { readAgeLimit } from '#db/repos/people/group-rights.repo.ts';
import { noteSharingChange } from '#db/repos/people/sharing-grants.repo.ts';
import {
  deleteUserRow,
  findUser,
  listChildRows,
  listUserLibraryIds,
  updateUserRow,
  userKey,
  writeUser,
  writeUserLibraries,
} from '#db/repos/people/users.repo.ts';
import type { UserTable } from '#db/schema/index.ts';
import { say } from '#words/say.ts';
import type { Access } from './access.ts';
import { chooseLibraries } from './require-reach.ts';
import { requirePerson } from './sessions.ts';
import { ageColumns, getUserRow, lockUsers, newUserRow, noSuchUser } from './user-row.ts';
import { cleanUsername } from './usernames.ts';

/** Each profile is an account with its own progress. */
const MOST_CHILDREN = 20;

interface ChildContext extends AuditContext {
  readonly db: Database;
  readonly access: Pick<Access, 'forgetUser'>;
}

async function toChild(db: ReadDb, row: UserTable): Promise<ChildProfile> {
  return {
    id: row.id,
    name: row.username,
    libraryIds: row.allLibraries === 1 ? null : await listUserLibraryIds(db, row.id),
    ageLimit: readAgeLimit(row) ?? null,
    isActive: row.isActive === 1,
    createdAt: toTimestamp(row.createdAt),
  };
}

/**
 * A child profile of the viewer.
 * @throws {AppError} `NotFound`, also for profiles of others
 */
export async function getChildRow(db: ReadDb, { userId }: Pick<Viewer, 'userId'>, childId: string): Promise<UserTable> {
  const row = await findUser(db, childId);
  if (row === undefined || row.parentId !== userId) throw noSuchUser(childId);
  return row;
}

/** The columns of a name, cleaned like those that sign in. The id in the key keeps it apart from names that sign in, which have no colon. */
function childNameColumns(id: string, name: string): Pick<UserTable, 'username' | 'usernameKey'> {
  const username = cleanUsername(name);
  return { username, usernameKey: `${userKey(username)}:${id}` };
}

async function requireFreeName(tx: Tx, parentId: string, { id, username }: Pick<UserTable, 'id' | 'username'>) {
  const others = (await listChildRows(tx.read, parentId)).filter((other) => other.id !== id);
  if (others.some((other) => userKey(other.username) === userKey(username))) {
    throw new AppError('Conflict', say('"{name}" is already in use', { name: username }));
  }
  if (others.length >= MOST_CHILDREN) {
    throw new AppError('Conflict', say('An account has at most {most} child profiles', { most: MOST_CHILDREN }));
  }
}

/** The child profiles of the viewer's account. */
export async function listChildProfiles(ctx: Pick<ChildContext, 'db'>, viewer: Viewer): Promise<ChildProfiles> {
  const { read } = ctx.db;
  const rows = await listChildRows(read, viewer.userId);
  const own = await getUserRow(read, viewer.userId);
  const profiles = await Promise.all(rows.map(async (row) => toChild(read, row)));
  return { profiles, hasPin: own.pinHash !== null, hasPassword: own.hasPassword === 1 };
}

/**
 * Adds a child profile to the viewer's account. Its password is known to no person.
 * @throws {AppError} `Conflict` for a taken name or too many profiles, `BadRequest` for unknown libraries, `Forbidden`,
 *   `rate_limit_exceeded`
 */
export async function createChildProfile(
  ctx: ChildContext,
  viewer: Viewer,
  { name, libraryIds: wanted, ageLimit }: ChildProfileCreate,
): Promise<ChildProfile> {
  requirePerson(viewer);
  const account = await newUserRow({ username: name, password: null, email: null, role: 'reader' });
  const parentId = viewer.userId;
  const row = { ...account, ...childNameColumns(account.id, account.username), ...ageColumns(ageLimit), parentId };
  return await ctx.db.transaction(async (tx) => {
    await lockUsers(tx);
    await requireFreeName(tx, parentId, row);
    await requireAuditBudget(tx, viewer, 'account_added');
    // Without libraries of its own it sees those of the parent, also future ones.
    const libraryIds = wanted === null ? null : await chooseLibraries(tx, viewer, wanted, []);
    await writeUser(tx, { ...row, allLibraries: libraryIds === null ? 1 : 0 });
    await writeUserLibraries(tx, row.id, libraryIds ?? []);
    await writeAudit(tx, ctx, { action: 'account_added', actor: viewer, account: row, details: { parentId } });
    return await toChild(tx.read, await getUserRow(tx.read, row.id));
  });
}

/**
 * Changes a child profile of the viewer's account: absent keeps.
 * @throws {AppError} `NotFound`, `Conflict`, `BadRequest`, `Forbidden` or `rate_limit_exceeded`
 */
export async function updateChildProfile(
  ctx: ChildContext,
  viewer: Viewer,
  childId: string,
  input: ChildProfileUpdate,
): Promise<ChildProfile> {
  requirePerson(viewer);
  const { name, libraryIds: wanted, ageLimit } = input;
  return await ctx.db.transaction(async (tx) => {
    await lockUsers(tx);
    const row = await getChildRow(tx.read, viewer, childId);
    await requireAuditBudget(tx, viewer, 'account_changed');
    const renamed = name === undefined ? {} : childNameColumns(childId, name);
    await requireFreeName(tx, viewer.userId, { ...row, ...renamed });
    const aged = ageLimit === undefined ? {} : ageColumns(ageLimit);
    await updateUserRow(tx, childId, { ...renamed, ...aged, updatedAt: Date.now() });
    if (wanted !== undefined) {
      const given = await listUserLibraryIds(tx.read, childId);
      const libraryIds = wanted === null ? null : await chooseLibraries(tx, viewer, wanted, given);
      await writeUserLibraries(tx, childId, libraryIds ?? []);
      await updateUserRow(tx, childId, { allLibraries: libraryIds === null ? 1 : 0 });
    }
    if (ageLimit !== undefined) await noteSharingChange(tx);
    tx.afterCommit(() => ctx.access.forgetUser(childId));
    const details = { changed: Object.keys(input) };
    await writeAudit(tx, ctx, { action: 'account_changed', actor: viewer, account: row, details });
    return await toChild(tx.read, await getUserRow(tx.read, childId));
  });
}

/**
 * Deletes a child profile of the viewer's account, with its progress and the sessions that have it open.
 * @throws {AppError} `NotFound` or `Forbidden`
 */
export async function deleteChildProfile(ctx: ChildContext, viewer: Viewer, childId: string): Promise<void> {
  requirePerson(viewer);
  await ctx.db.transaction(async (tx) => {
    await lockUsers(tx);
    const row = await getChildRow(tx.read, viewer, childId);
    await deleteUserRow(tx, childId);
    tx.afterCommit(() => ctx.access.forgetUser(childId));
    await writeAudit(tx, ctx, { action: 'account_deleted', actor: viewer, account: row });
  });
}
