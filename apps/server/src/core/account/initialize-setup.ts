import type { LoginResponse } from '@lectern/contract';
import { lockFor } from '#db/dialect.ts';
import { hasUsers, writeUser } from '#db/repos/users/users.repo.ts';
import { AppError } from '../errors.ts';
import { type SignInClient, writeNewSession } from '#core/sign-in/new-session.ts';
import { requireSetupCode, type SetupDoor } from './setup-code.ts';
import { newUserRow } from '#core/users/new-user.ts';
import { requireGoodPassword } from '#core/users/password-rules.ts';
import type { UsersContext } from '#core/sign-in/sign-in.ts';

const DONE = 'Setup has been done already: there is a user';

interface FirstAccount {
  readonly username: string;
  readonly password: string;
  readonly email?: string | null | undefined;
  /** Asked for unless the request was sent on the machine of the server. */
  readonly setupCode?: string | undefined;
}

/** Who asks for the first account, and from where. */
interface SetupAsk {
  readonly client: SignInClient;
  readonly door: SetupDoor;
}

/**
 * Creates the first user, an administrator, and signs in. Of several callers at the same time one succeeds (decision A9).
 * @throws {AppError} `Conflict` once any user exists, `BadRequest` for a password that is easy to guess; what
 *   `requireSetupCode` throws
 */
export async function initializeSetup(
  ctx: UsersContext,
  account: FirstAccount,
  { client, door }: SetupAsk,
): Promise<LoginResponse> {
  if (await hasUsers(ctx.db.read)) throw new AppError('Conflict', DONE);
  requireSetupCode(ctx, door, account.setupCode);
  const { username, password, email } = account;
  requireGoodPassword(ctx, { username, password, email: email ?? null });
  const user = await newUserRow({ username, password, email: email ?? null, role: 'admin' });
  return await ctx.db.transaction(async (tx) => {
    await lockFor(ctx.db.kind, tx.write, 'setup');
    if (await hasUsers(tx.read)) throw new AppError('Conflict', DONE);
    await writeUser(tx, user);
    return await writeNewSession(tx, ctx.access, user, client);
  });
}
