import type { api } from '@lectern/contract';
import { endSessionsOf } from '#core/sign-in/sessions.ts';
import type { Handler } from '../../handler.ts';

export const handleDeleteUserSessions: Handler<typeof api.deleteUserSessions> = async (ctx, { viewer, params }) => {
  await endSessionsOf(ctx, viewer, params.id);
  return undefined;
};
