import type { Database } from '#db/open.ts';
import { findUserByLogin, userKey } from '#db/repos/users/users.repo.ts';
import type { UserTable } from '#db/schema/index.ts';
import { AppError } from '../errors.ts';
import type { Access } from './access.ts';
import { hashPassword, isPasswordOf } from '#core/users/hash-password.ts';

let decoy: Promise<string> | undefined;

/** A hash that no password is checked against in earnest, so that an unknown name takes as long as a wrong password. */
async function decoyHash(): Promise<string> {
  decoy ??= hashPassword('nobody signs in with this');
  return await decoy;
}

/**
 * The active user with this name (or e-mail address) and password. Unknown, wrong and inactive cannot be told apart, neither
 * by the answer nor by its time; too many failures for a name make it wait (decision A8).
 * @throws {AppError} `Unauthorized` or `rate_limit_exceeded`
 */
export async function getUserByPassword(
  ctx: { readonly db: Database; readonly access: Access },
  login: string,
  password: string,
): Promise<UserTable> {
  const name = userKey(login.trim());
  ctx.access.throttle.check(name);
  const user = await findUserByLogin(ctx.db.read, login);
  const matches = await isPasswordOf(user?.passwordHash ?? (await decoyHash()), password, () => {
    // Again: guesses that come all at once have failed meanwhile.
    ctx.access.throttle.check(name);
  });
  if (user !== undefined && matches && user.isActive === 1) {
    ctx.access.throttle.succeeded(name);
    // Who knows the password may be told.
    if (user.mustVerify === 1 && ctx.access.requiresVerification()) {
      throw new AppError('Unauthorized', 'Confirm your e-mail address first: the mail tells how', {
        details: [{ path: 'email', message: 'is not confirmed' }],
      });
    }
    return user;
  }
  ctx.access.throttle.failed(name);
  throw new AppError('Unauthorized', 'The user name or the password is wrong');
}
