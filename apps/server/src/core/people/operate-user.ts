import type { User } from '@lectern/contract';
import { type AuditContext, writeAudit } from '#core/audit/write-audit.ts';
import { AppError } from '#core/errors.ts';
import type { Database, ReadDb } from '#db/open.ts';
import { deleteMailTokens } from '#db/repos/people/mail-tokens.repo.ts';
import { writeUserSessionEnds } from '#db/repos/people/sessions.repo.ts';
import {
  findUserByLogin,
  listUserRows,
  updateUserRow,
  writePasswordHash,
  writeUser,
} from '#db/repos/people/users.repo.ts';
import type { UserTable } from '#db/schema/index.ts';
import type { Access } from './access.ts';
import type { CreateContext } from './create-user.ts';
import { makeLink } from './mail-link.ts';
import { requireGoodPassword } from './password-rules.ts';
import { hashPassword } from './passwords.ts';
import { parseCustomPermissions, parseRole } from './permissions.ts';
import { requireAdminLeft } from './update-user.ts';
import { lockUsers, type NewUser, newUserRow, requireFree } from './user-row.ts';

interface OperatorContext extends AuditContext {
  readonly db: Database;
  readonly access: Access;
}

/** Accounts read at once. */
const MANY = 500;

async function getUserByLogin(db: ReadDb, login: string): Promise<UserTable> {
  const row = await findUserByLogin(db, login);
  if (row === undefined) throw new AppError('NotFound', `User "${login}" not found`);
  return row;
}

/**
 * Adds an account that sees every library.
 * @throws {AppError} `Conflict`, or `BadRequest` for a weak password
 */
export async function createUser(ctx: CreateContext, account: NewUser & { readonly password: string }): Promise<void> {
  requireGoodPassword(ctx, account);
  const user = await newUserRow(account);
  await ctx.db.transaction(async (tx) => {
    await lockUsers(tx);
    await requireFree(tx, user);
    await writeUser(tx, user);
    const details = { role: user.role };
    await writeAudit(tx, ctx, { action: 'account_added', actor: 'operator', account: user, details });
  });
}

/** Changes of an account by the operator of the machine (`lectern user`). */
export type OperatorChange = 'activate' | 'deactivate' | 'make-admin';

const CHANGES: Readonly<Record<OperatorChange, Partial<UserTable>>> = {
  // Activation by the operator needs no confirmed address.
  activate: { isActive: 1, mustVerify: 0 },
  deactivate: { isActive: 0 },
  'make-admin': { role: 'admin', roleId: null, rolePermissions: null, isActive: 1, mustVerify: 0 },
};

/**
 * Changes the account with this name or e-mail address.
 * @throws {AppError} `NotFound`, or `Conflict` for the last administrator
 */
export async function operateUser(ctx: OperatorContext, login: string, change: OperatorChange): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    await lockUsers(tx);
    const row = await getUserByLogin(tx.read, login);
    const now = Date.now();
    await updateUserRow(tx, row.id, { ...CHANGES[change], updatedAt: now });
    await requireAdminLeft(tx);
    if (change === 'deactivate') await writeUserSessionEnds(tx, row.id, now);
    tx.afterCommit(() => ctx.access.forgetUser(row.id));
    const action = change === 'make-admin' ? 'rights_changed' : 'account_changed';
    await writeAudit(tx, ctx, { action, actor: 'operator', account: row, details: { change } });
  });
}

/** Every account by name, with the fields that the operator sees. */
export async function* listAllUsers(
  ctx: Pick<OperatorContext, 'db'>,
): AsyncGenerator<Pick<User, 'username' | 'email' | 'role' | 'permissions' | 'isActive'>, void> {
  for (let offset = 0; ; offset += MANY) {
    const rows = await listUserRows(ctx.db.read, {}, { limit: MANY, offset });
    for (const row of rows) {
      yield {
        username: row.username,
        email: row.email ?? '',
        role: parseRole(row),
        permissions: [...parseCustomPermissions(row)],
        isActive: row.isActive === 1,
      };
    }
    if (rows.length < MANY) return;
  }
}
/**
 * A link with which the user with this name or e-mail address chooses a new password.
 * @param publicUrl address of the server
 * @throws {AppError} `NotFound`
 */
export async function makeResetLink(
  ctx: AuditContext & { readonly db: Database },
  login: string,
  publicUrl: string,
): Promise<{ readonly url: string; readonly hours: number }> {
  return await ctx.db.transaction(async (tx) => {
    const user = await getUserByLogin(tx.read, login);
    await writeAudit(tx, ctx, { action: 'reset_link_made', actor: 'operator', account: user });
    // A link that the operator hands over does not confirm the address.
    return await makeLink(tx, { userId: user.id, purpose: 'reset', address: user.email ?? '', publicUrl });
  });
}

/**
 * Sets the password of the user with this name or e-mail address, and ends their sessions.
 * @throws {AppError} `NotFound`, or `BadRequest` for a weak password
 */
export async function resetPassword(ctx: OperatorContext, login: string, password: string): Promise<void> {
  const user = await getUserByLogin(ctx.db.read, login);
  requireGoodPassword(ctx, { ...user, password });
  const passwordHash = await hashPassword(password);
  await ctx.db.transaction(async (tx) => {
    const now = Date.now();
    await writePasswordHash(tx, user.id, passwordHash, now);
    await writeUserSessionEnds(tx, user.id, now);
    await deleteMailTokens(tx, user.id, ['reset']);
    tx.afterCommit(() => ctx.access.forgetUser(user.id));
    await writeAudit(tx, ctx, { action: 'password_changed', actor: 'operator', account: user });
  });
}
