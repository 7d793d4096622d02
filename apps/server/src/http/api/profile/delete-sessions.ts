import type { api } from '@lectern/contract';
import { endOwnSessions } from '#core/sign-in/sessions.ts';
import type { Handler } from '../../handler.ts';

export const handleDeleteSessions: Handler<typeof api.deleteSessions> = async (ctx, { viewer, query }) => {
  await endOwnSessions(ctx, viewer, query.includeCurrent);
  return undefined;
};
