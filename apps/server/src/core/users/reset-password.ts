import type { Database } from '#db/open.ts';
import { writeSessionEndsOf } from '#db/repos/sessions.repo.ts';
import { findUserByLogin, writePasswordHash } from '#db/repos/users.repo.ts';
import { AppError } from '../errors.ts';
import type { Access } from './access.ts';
import { hashPassword } from './hash-password.ts';
import { makeLink } from './mails/send-mail.ts';

/**
 * A link by which the user with this name or e-mail address chooses a new password.
 * @param publicUrl where the server is reached
 * @throws {AppError} `NotFound`
 */
export async function makeResetLink(
  ctx: { readonly db: Database },
  login: string,
  publicUrl: string,
): Promise<{ readonly url: string; readonly hours: number }> {
  const user = await findUserByLogin(ctx.db.read, login);
  if (user === undefined) throw new AppError('NotFound', `User "${login}" not found`);
  // The address of the account is not confirmed by a link that its operator hands over.
  return await makeLink(ctx, { userId: user.id, purpose: 'reset', address: user.email ?? '', publicUrl });
}

/**
 * Gives the user with this name or e-mail address a new password and ends all sessions of the old one (decision A5).
 * @throws {AppError} `NotFound`
 */
export async function resetPassword(
  ctx: { readonly db: Database; readonly access: Access },
  login: string,
  password: string,
): Promise<void> {
  const user = await findUserByLogin(ctx.db.read, login);
  if (user === undefined) throw new AppError('NotFound', `User "${login}" not found`);
  const passwordHash = await hashPassword(password);
  await ctx.db.transaction(async (tx) => {
    const now = Date.now();
    await writePasswordHash(tx, user.id, passwordHash, now);
    await writeSessionEndsOf(tx, user.id, now);
    tx.afterCommit(() => ctx.access.forgetUser(user.id));
  });
}
