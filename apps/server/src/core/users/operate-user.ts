import type { User } from '@lectern/contract';
import type { Tx } from '#db/open.ts';
import { writeSessionEndsOf } from '#db/repos/users/sessions.repo.ts';
import { findUserByLogin, listUserRows, updateUserRow } from '#db/repos/users/users.repo.ts';
import type { UserTable } from '#db/schema/index.ts';
import { AppError } from '../errors.ts';
import { lockUsers } from './create-user.ts';
import { auditAfterCommit } from './account-audit.ts';
import { customPermissionsOf, roleOf } from './permissions-of.ts';
import { type AccountContext, requireAdminLeft } from './update-user.ts';

/** Accounts read at once. */
const MANY = 500;

async function find(tx: Tx, login: string): Promise<UserTable> {
  const row = await findUserByLogin(tx.read, login);
  if (row === undefined) throw new AppError('NotFound', `User "${login}" not found`);
  return row;
}

/** What the operator of the server, who needs no account, can make of an account. */
export type OperatorChange = 'activate' | 'deactivate' | 'make-admin';

const CHANGES: Readonly<Record<OperatorChange, Partial<UserTable>>> = {
  // Whoever operates the server vouches for the address too.
  activate: { isActive: 1, mustVerify: 0 },
  deactivate: { isActive: 0 },
  'make-admin': { role: 'admin', isActive: 1, mustVerify: 0 },
};

/**
 * Changes the account with this name or e-mail address.
 * @throws {AppError} `NotFound`, or `Conflict` for the last administrator
 */
export async function operateUser(ctx: AccountContext, login: string, change: OperatorChange): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    await lockUsers(tx);
    const row = await find(tx, login);
    const now = Date.now();
    await updateUserRow(tx, row.id, { ...CHANGES[change], updatedAt: now });
    await requireAdminLeft(tx);
    if (change === 'deactivate') await writeSessionEndsOf(tx, row.id, now);
    tx.afterCommit(() => ctx.access.forgetUser(row.id));
    auditAfterCommit(tx, ctx, { message: 'account changed', actor: 'operator', subject: row, details: { change } });
  });
}

/** Every account by name, as far as an operator wants to know. */
export async function* listAllUsers(
  ctx: Pick<AccountContext, 'db'>,
): AsyncGenerator<Pick<User, 'username' | 'email' | 'role' | 'permissions' | 'isActive'>, void> {
  for (let offset = 0; ; offset += MANY) {
    const rows = await listUserRows(ctx.db.read, {}, { limit: MANY, offset });
    for (const row of rows) {
      yield {
        username: row.username,
        email: row.email ?? '',
        role: roleOf(row),
        permissions: [...customPermissionsOf(row)],
        isActive: row.isActive === 1,
      };
    }
    if (rows.length < MANY) return;
  }
}
