import { writeSessionEnd } from '#db/repos/users/sessions.repo.ts';
import type { Viewer } from '../viewer.ts';
import type { UsersContext } from './sign-in.ts';

/** Ends the viewer's session: its token and cookie are refused from now on. Other credentials have no session to end. */
export async function signOut(ctx: UsersContext, { sessionId, userId }: Viewer): Promise<void> {
  if (sessionId === null) return;
  await ctx.db.transaction(async (tx) => writeSessionEnd(tx, sessionId, Date.now()));
  // Also what other processes remember, and streams that the session holds open.
  ctx.access.forgetUser(userId);
}
