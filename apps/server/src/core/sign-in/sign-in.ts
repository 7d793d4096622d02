import type { LoginResponse } from '@lectern/contract';
import type { Database } from '#db/open.ts';
import type { Access } from './access.ts';
import { getUserByPassword } from './check-password.ts';
import type { PasswordClient } from './failure-budgets.ts';
import { type SignInClient, writeNewSession } from './new-session.ts';

/** What signing in and out works with. */
export interface UsersContext {
  readonly db: Database;
  readonly access: Access;
}

/**
 * Opens a session for a name (or e-mail address) and password.
 * @throws {AppError} `Unauthorized` or `rate_limit_exceeded`
 */
export async function signIn(
  ctx: UsersContext,
  credentials: { readonly username: string; readonly password: string },
  { device, ...client }: SignInClient & PasswordClient,
): Promise<LoginResponse> {
  const { username: login, password } = credentials;
  const user = await getUserByPassword(ctx, { login, password }, { ip: client.ip, device });
  return await ctx.db.transaction(async (tx) => writeNewSession(tx, ctx.access, user, client));
}
