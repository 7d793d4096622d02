import type { Database } from '#db/open.ts';
import { findUserByLogin, writeUser } from '#db/repos/users.repo.ts';
import { lockFor } from '#db/dialect.ts';
import { AppError } from '../errors.ts';
import { type NewUser, newUserRow } from './new-user.ts';

/**
 * Adds an account. Neither its name nor its address may be another's name or address, because either signs in.
 * @throws {AppError} `Conflict`
 */
export async function createUser(ctx: { readonly db: Database }, account: NewUser): Promise<void> {
  const user = await newUserRow(account);
  await ctx.db.transaction(async (tx) => {
    await lockFor(ctx.db.kind, tx.write, 'users');
    for (const login of [user.username, user.email]) {
      if (login === null || (await findUserByLogin(tx.read, login)) === undefined) continue;
      throw new AppError('Conflict', `"${login}" is taken already`);
    }
    await writeUser(tx, user);
  });
}
