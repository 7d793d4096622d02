import type { api } from '@lectern/contract';
import { endOwnSession } from '#core/sign-in/sessions.ts';
import type { Handler } from '../../handler.ts';

export const handleDeleteSession: Handler<typeof api.deleteSession> = async (ctx, { viewer, params }) => {
  await endOwnSession(ctx, viewer, params.id);
  return undefined;
};
