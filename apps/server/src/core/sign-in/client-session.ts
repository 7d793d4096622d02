import { createHash } from 'node:crypto';
import type { LoginResponse } from '@lectern/contract';
import { findUser } from '#db/repos/users/users.repo.ts';
import { AppError } from '../errors.ts';
import type { Viewer } from '../viewer.ts';
import { type SignInClient, writeNewSession } from './new-session.ts';
import type { UsersContext } from './sign-in.ts';

/**
 * Opens a session for somebody who has just shown another credential. One that was opened with a key may do no more than the
 * key, and ends with it.
 * @param renewMs how long it goes on when it is renewed
 * @throws {AppError} `Unauthorized` when the account was deleted meanwhile
 */
export async function openSessionOf(
  ctx: UsersContext,
  viewer: Viewer,
  client: SignInClient,
  renewMs?: number,
): Promise<LoginResponse> {
  return await ctx.db.transaction(async (tx) => {
    const user = await findUser(tx.read, viewer.userId);
    if (user === undefined) throw new AppError('Unauthorized', 'This account is no longer there');
    return await writeNewSession(tx, ctx.access, user, { ...client, apiKeyId: viewer.apiKey?.id ?? null, renewMs });
  });
}

/** What is the same for all requests of one app, wherever its user is. */
function nameOf({ userId, apiKey }: Viewer, { userAgent }: SignInClient): string {
  return createHash('sha256')
    .update(JSON.stringify([userId, apiKey?.id ?? null, userAgent]))
    .digest('base64');
}

/**
 * The session of an app that shows another credential with every request and keeps no cookies: the same for all of them, as
 * long as it is good for a while.
 * @returns its token
 * @throws {AppError} `Unauthorized` when the account was deleted meanwhile
 */
export async function sessionOfClient(ctx: UsersContext, viewer: Viewer, client: SignInClient): Promise<string> {
  const { clients, clientsOpening } = ctx.access;
  const name = nameOf(viewer, client);
  const known = clients.get(name);
  if (known !== undefined) return known.token;
  const running = clientsOpening.get(name);
  if (running !== undefined) return await running;
  const version = clients.version();
  const opening = openSessionOf(ctx, viewer, client).then(({ access_token: token }) => {
    clients.set(name, { userId: viewer.userId, token }, version);
    return token;
  });
  clientsOpening.set(name, opening);
  try {
    return await opening;
  } finally {
    clientsOpening.delete(name);
  }
}
