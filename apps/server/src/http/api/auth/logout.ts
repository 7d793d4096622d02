import type { api } from '@lectern/contract';
import { signOut } from '#core/sign-in/sign-out.ts';
import type { Handler } from '../../handler.ts';
import { endCookies } from '../../sign-in/signed-in.ts';

export const handleLogout: Handler<typeof api.logout> = async (ctx, { viewer, client, reply }) => {
  await signOut(ctx, viewer);
  endCookies(ctx.config, client, reply);
  return undefined;
};
