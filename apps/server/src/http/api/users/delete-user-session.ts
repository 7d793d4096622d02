import type { api } from '@lectern/contract';
import { endSessionsOf } from '#core/sign-in/sessions.ts';
import type { Handler } from '../../handler.ts';

export const handleDeleteUserSession: Handler<typeof api.deleteUserSession> = async (ctx, { viewer, params }) => {
  await endSessionsOf(ctx, viewer, params.id, params.sessionId);
  return undefined;
};
