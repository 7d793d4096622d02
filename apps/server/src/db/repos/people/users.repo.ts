import { sql, type Updateable } from 'kysely';
import type { ReadDb, Tx } from '../../open.ts';
import type { UserTable } from '../../schema/index.ts';
import { type GrantFilter, grantedUsers } from './sharing-grants.repo.ts';
import {
  countRows,
  groupColumn,
  isFound,
  readChunked,
  readColumn,
  type Slice,
  writeChunked,
} from '../rows/read-rows.ts';
import type { ViewerScope } from '../rows/viewer-scope.ts';
import { visibleLibraries } from '../rows/visibility.ts';
import { lockAgainstChange } from '../../sql/row-locks.ts';

type UserChange = Updateable<UserTable>;

/** Which accounts; what is absent does not matter. */
interface UserFilter extends GrantFilter {
  readonly role?: string | undefined;
  readonly isActive?: boolean | undefined;
  /** Part of a name or an address, in any case. */
  readonly search?: string | undefined;
}

/** The key that login looks up: case does not matter. */
export function userKey(text: string): string {
  return text.normalize('NFC').toLowerCase();
}

/** Whether an account exists. */
export async function hasUsers(db: ReadDb): Promise<boolean> {
  return isFound(db.selectFrom('user').select('id').limit(1));
}

/** The user with this id, active or not. */
export async function findUser(db: ReadDb, id: string): Promise<UserTable | undefined> {
  return db.selectFrom('user').selectAll().where('id', '=', id).executeTakeFirst();
}

/** The user with this id, as it stays until the transaction ends: a new password waits, and then sees what was written here. */
export async function findUserLocked(tx: Tx, id: string): Promise<UserTable | undefined> {
  const query = tx.write.selectFrom('user').selectAll().where('id', '=', id);
  return lockAgainstChange(tx.kind, query).executeTakeFirst();
}

/** The child profiles of an account, by name. */
export async function listChildRows(db: ReadDb, parentId: string): Promise<UserTable[]> {
  return db
    .selectFrom('user')
    .selectAll()
    .where('parentId', '=', parentId)
    .orderBy('usernameKey')
    .orderBy('id')
    .execute();
}

/** The libraries that were given to a user who may not see all, in a fixed order. */
export async function listUserLibraryIds(db: ReadDb, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('userLibrary')
    .select('libraryId')
    .where('userId', '=', userId)
    .orderBy('libraryId')
    .execute();
  return rows.map(({ libraryId }) => libraryId);
}

/** The user who signs in with this name, else with this e-mail address, in any case. Child profiles sign in nowhere. */
export async function findUserByLogin(db: ReadDb, login: string): Promise<UserTable | undefined> {
  const key = userKey(login.trim());
  // One query for both: the time of a second one would show that the name is unknown.
  const found = await db
    .selectFrom('user')
    .selectAll()
    .where((eb) => eb.or([eb('usernameKey', '=', key), eb('emailKey', '=', key)]))
    .where('parentId', 'is', null)
    .execute();
  return found.find(({ usernameKey }) => usernameKey === key) ?? found[0];
}

/** The user who has this address, in any case; never a child profile. */
export async function findUserByEmail(db: ReadDb, email: string): Promise<UserTable | undefined> {
  return db
    .selectFrom('user')
    .selectAll()
    .where('emailKey', '=', userKey(email.trim()))
    .where('parentId', 'is', null)
    .executeTakeFirst();
}

/** Those of the ids that accounts have. */
export async function listKnownUserIds(db: ReadDb, ids: readonly string[]): Promise<string[]> {
  const rows = await readChunked(ids, (some) => db.selectFrom('user').select('id').where('id', 'in', some));
  return rows.map(({ id }) => id);
}

/** The names of all accounts but child profiles, which no one signs in with. */
export async function listUsernames(db: ReadDb): Promise<Pick<UserTable, 'id' | 'username'>[]> {
  return db.selectFrom('user').select(['id', 'username']).where('parentId', 'is', null).execute();
}

/** Adds a user; the name and the address must be free. */
export async function writeUser(tx: Tx, user: UserTable): Promise<void> {
  await tx.write.insertInto('user').values(user).execute();
}

/** Notes a sign-in. */
export async function writeLastLogin(tx: Tx, id: string, at: number): Promise<void> {
  await tx.write.updateTable('user').set({ lastLoginAt: at }).where('id', '=', id).execute();
}

/** Replaces the password. */
export async function writePasswordHash(tx: Tx, id: string, passwordHash: string, at: number): Promise<void> {
  await tx.write
    .updateTable('user')
    .set({ passwordHash, hasPassword: 1, updatedAt: at })
    .where('id', '=', id)
    .execute();
}

/** Changes the columns that are given. An account with a new hash has a password from now on. */
export async function updateUserRow(tx: Tx, id: string, change: UserChange): Promise<void> {
  const all = change.passwordHash === undefined ? change : { hasPassword: 1, ...change };
  await tx.write.updateTable('user').set(all).where('id', '=', id).execute();
}

/** Ends the sessions that see the app as a user or one of their child profiles: they must not become those of the admin unasked. */
async function endSessionsThatView(tx: Tx, id: string): Promise<void> {
  const views = tx.read
    .selectFrom('accountView as view')
    .innerJoin('user', 'user.id', 'view.userId')
    .select('view.sessionId')
    .where('view.endedAt', 'is', null)
    .where((eb) => eb.or([eb('user.id', '=', id), eb('user.parentId', '=', id)]));
  const sessionIds = await readColumn(views, 'sessionId');
  await writeChunked(sessionIds, (some) =>
    tx.write.updateTable('session').set({ endedAt: Date.now() }).where('id', 'in', some).where('endedAt', 'is', null),
  );
}

/** Deletes a user with all that is theirs. */
export async function deleteUserRow(tx: Tx, id: string): Promise<void> {
  await endSessionsThatView(tx, id);
  await tx.write.deleteFrom('user').where('id', '=', id).execute();
}

/** Whether there is an administrator whose account can be used. */
export async function hasActiveAdmin(db: ReadDb): Promise<boolean> {
  return isFound(db.selectFrom('user').select('id').where('role', '=', 'admin').where('isActive', '=', 1).limit(1));
}

/** Replaces the libraries of a user. */
export async function writeUserLibraries(tx: Tx, userId: string, libraryIds: readonly string[]): Promise<void> {
  await tx.write.deleteFrom('userLibrary').where('userId', '=', userId).execute();
  await writeChunked(libraryIds, (ids) =>
    tx.write.insertInto('userLibrary').values(ids.map((libraryId) => ({ userId, libraryId }))),
  );
}

/** Gives one more library to a user who does not see all. */
export async function writeUserLibrary(tx: Tx, userId: string, libraryId: string): Promise<void> {
  await tx.write
    .insertInto('userLibrary')
    .values({ userId, libraryId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Those of the libraries that the viewer does not see. */
export async function listUnknownLibraries(db: ReadDb, viewerScope: ViewerScope, libraryIds: readonly string[]) {
  const rows = await readChunked(libraryIds, (ids) =>
    visibleLibraries(db, viewerScope).select('library.id').where('library.id', 'in', ids),
  );
  const known = new Set(rows.map(({ id }) => id));
  return libraryIds.filter((id) => !known.has(id));
}

/** The libraries given to each of these users. */
export async function listLibraryIdsOfUsers(db: ReadDb, userIds: readonly string[]): Promise<Map<string, string[]>> {
  const rows = await readChunked(userIds, (ids) =>
    db.selectFrom('userLibrary').select(['userId', 'libraryId']).where('userId', 'in', ids).orderBy('libraryId'),
  );
  return groupColumn(rows, 'userId', 'libraryId');
}

function filtered(db: ReadDb, { role, isActive, search, ...grant }: UserFilter) {
  const part = `%${userKey(search ?? '').replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
  return db
    .selectFrom('user')
    .$if(role !== undefined, (query) => query.where('role', '=', role ?? ''))
    .$if(isActive !== undefined, (query) => query.where('isActive', '=', isActive === true ? 1 : 0))
    .$if(grant.sharingTag !== undefined, (query) => query.where('user.id', 'in', grantedUsers(db, grant)))
    .$if(search !== undefined, (query) =>
      query.where(
        sql<boolean>`("usernameKey" like ${part} escape '\\' or coalesce("emailKey", '') like ${part} escape '\\')`,
      ),
    );
}

/** Accounts by name, from `offset` on. */
export async function listUserRows(db: ReadDb, filter: UserFilter, { limit, offset }: Slice): Promise<UserTable[]> {
  return filtered(db, filter).selectAll().orderBy('usernameKey').orderBy('id').limit(limit).offset(offset).execute();
}

/** How many accounts pass the filter. */
export async function countUsers(db: ReadDb, filter: UserFilter): Promise<number> {
  return countRows(filtered(db, filter));
}
