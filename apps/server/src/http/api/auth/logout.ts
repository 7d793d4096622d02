import type { api } from '@lectern/contract';
import { signOut } from '#core/users/sign-out.ts';
import type { Handler } from '../../handler.ts';
import { endedSessionCookie } from '../../session-cookie.ts';

export const handleLogout: Handler<typeof api.logout> = async (ctx, { viewer, client, reply }) => {
  await signOut(ctx, viewer);
  reply.header('set-cookie', endedSessionCookie(ctx.config, client));
  return undefined;
};
