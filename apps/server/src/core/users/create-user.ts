import type { User, UserCreate } from '@lectern/contract';
import { lockFor } from '#db/dialect.ts';
import type { Database, Tx } from '#db/open.ts';
import { findUserByLogin, writeUser, writeUserLibraries } from '#db/repos/users/users.repo.ts';
import type { UserTable } from '#db/schema/index.ts';
import { AppError } from '../errors.ts';
import { passOnGrants } from '../sharing/grants.ts';
import type { Access } from '../sign-in/access.ts';
import type { Viewer } from '../viewer.ts';
import { findAccount } from './get-user.ts';
import { noSuchUser } from './no-such-user.ts';
import { type AuditContext, auditAfterCommit } from './account-audit.ts';
import { chooseLibraries, requireGrantable } from './may-manage.ts';
import { type NewUser, newUserRow } from './new-user.ts';
import { requireGoodPassword } from './password-rules.ts';

/**
 * Keeps a name and an address from being another's name or address, because either signs in. Call `lockUsers` before.
 * @throws {AppError} `Conflict`
 */
export async function requireFree(
  tx: Tx,
  { id, username, email }: Pick<UserTable, 'id' | 'username' | 'email'>,
): Promise<void> {
  for (const login of [username, email]) {
    if (login === null) continue;
    const other = await findUserByLogin(tx.read, login);
    if (other !== undefined && other.id !== id) throw new AppError('Conflict', `"${login}" is taken already`);
  }
}

/** Lets only one transaction at a time decide about accounts: who has which name, and how many administrators are left. */
export async function lockUsers(tx: Tx): Promise<void> {
  await lockFor(tx.kind, tx.write, 'users');
}

interface CreateContext extends AuditContext {
  readonly db: Database;
  readonly access: Pick<Access, 'serverName'>;
}

/**
 * Adds an account that may see every library; for the operator of the machine.
 * @throws {AppError} `Conflict`, or `BadRequest` for a password that is easy to guess
 */
export async function createUser(ctx: CreateContext, account: NewUser): Promise<void> {
  requireGoodPassword(ctx, account);
  const user = await newUserRow(account);
  await ctx.db.transaction(async (tx) => {
    await lockUsers(tx);
    await requireFree(tx, user);
    await writeUser(tx, user);
    auditAfterCommit(tx, ctx, {
      message: 'account added',
      actor: 'operator',
      subject: user,
      details: { role: user.role },
    });
  });
}

/**
 * Adds an account for somebody who manages accounts. Unless it says which, it may see the libraries that they may see; sharing
 * tags that hide something from them hide it from the account too.
 * @throws {AppError} `Conflict`, `BadRequest` or `Forbidden`
 */
export async function createUserAs(ctx: CreateContext, viewer: Viewer, input: UserCreate): Promise<User> {
  const { username, password, email = null, role = 'reader', permissions = [], isActive = true } = input;
  requireGrantable(viewer, { role, permissions: JSON.stringify(permissions) });
  requireGoodPassword(ctx, { username, password, email });
  const user = await newUserRow({ username, password, email, role, permissions, isActive });
  return await ctx.db.transaction(async (tx) => {
    await lockUsers(tx);
    await requireFree(tx, user);
    const wanted = input.libraryIds === undefined ? (viewer.libraryIds ?? null) : input.libraryIds;
    const libraryIds = await chooseLibraries(tx, viewer, wanted, []);
    await writeUser(tx, { ...user, allLibraries: libraryIds === null ? 1 : 0 });
    await writeUserLibraries(tx, user.id, libraryIds ?? []);
    await passOnGrants(tx, viewer, user.id);
    const details = { role, permissions, libraryIds };
    auditAfterCommit(tx, ctx, { message: 'account added', actor: viewer, subject: user, details });
    const added = await findAccount(tx.read, viewer, user.id);
    if (added === undefined) throw noSuchUser(user.id);
    return added;
  });
}
