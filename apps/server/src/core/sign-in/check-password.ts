import type { Database } from '#db/open.ts';
import { findUserByLogin } from '#db/repos/users/users.repo.ts';
import type { UserTable } from '#db/schema/index.ts';
import { AppError } from '../errors.ts';
import type { Access } from './access.ts';
import { hashPassword, isPasswordOf } from '#core/users/hash-password.ts';
import { budgetsOf, type PasswordClient, rememberPlace } from './failure-budgets.ts';

let decoy: Promise<string> | undefined;

/** A hash that no password is checked against in earnest, so that an unknown name takes as long as a wrong password. */
async function decoyHash(): Promise<string> {
  decoy ??= hashPassword('nobody signs in with this');
  return await decoy;
}

/** A name (or e-mail address) and password, as typed. */
export interface TypedPassword {
  readonly login: string;
  readonly password: string;
}

function reasonOf(user: UserTable | undefined, matches: boolean) {
  if (user === undefined) return 'unknown user';
  return matches ? 'inactive user' : 'wrong password';
}

/**
 * The active user with this name (or e-mail address) and password. Unknown, wrong and inactive cannot be told apart, neither
 * by the answer nor by its time; too many failures make a name wait (decision A8), or where they come from.
 * @throws {AppError} `Unauthorized` or `rate_limit_exceeded`
 */
export async function getUserByPassword(
  ctx: { readonly db: Database; readonly access: Access },
  { login, password }: TypedPassword,
  client: PasswordClient,
): Promise<UserTable> {
  const { throttle, refused } = ctx.access;
  const user = await findUserByLogin(ctx.db.read, login);
  const budgets = await budgetsOf(ctx, { login, user }, client);
  const check = (): void => {
    if (budgets.all.some(throttle.isSpent)) {
      refused({ ip: client.ip, reason: 'too many failures', username: user?.username });
    }
    throttle.check(budgets.all);
  };
  check();
  // Again when its turn has come: guesses that come all at once have failed meanwhile.
  const matches = await isPasswordOf(user?.passwordHash ?? (await decoyHash()), password, check);
  if (user !== undefined && matches && user.isActive === 1) {
    throttle.restore(budgets.own);
    rememberPlace(ctx.access, user.id, client.ip);
    // Who knows the password may be told.
    if (user.mustVerify === 1 && ctx.access.requiresVerification()) {
      throw new AppError('Unauthorized', 'Confirm your e-mail address first: the mail tells how', {
        details: [{ path: 'email', message: 'is not confirmed' }],
      });
    }
    return user;
  }
  throttle.failed(budgets.all);
  refused({ ip: client.ip, reason: reasonOf(user, matches), username: user?.username });
  throw new AppError('Unauthorized', 'The user name or the password is wrong');
}
