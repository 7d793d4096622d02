import type { api } from '@lectern/contract';
import { chooseLanguage } from '#core/people/write-mail.ts';
import { changePassword, getProfile, updateProfile } from '#core/people/profile.ts';
import { endOwnSession, endOwnSessions, listOwnSessions } from '#core/people/sessions.ts';
import { pageOf } from '../answers/page-of.ts';
import type { Handler, Handlers } from '../requests/handler.ts';

/** Answers PUT and PATCH. */
const handleUpdateProfile: Handler<typeof api.updateProfile> = async (ctx, { viewer, body, client }) =>
  updateProfile(ctx, viewer, body, { ip: client.ip, language: chooseLanguage(client.languages) });

export const profileHandlers = {
  getProfile: async (ctx, { viewer }) => getProfile(ctx, viewer),
  updateProfile: handleUpdateProfile,
  patchProfile: handleUpdateProfile,
  changePassword: async (ctx, { viewer, body, client }) => {
    await changePassword(ctx, viewer, body, client.ip);
    return undefined;
  },
  listSessions: async (ctx, request) => {
    const { rows, total } = await listOwnSessions(ctx, request.viewer, request.query);
    return pageOf(request, rows, total);
  },
  deleteSession: async (ctx, { viewer, params }) => {
    await endOwnSession(ctx, viewer, params.id);
    return undefined;
  },
  deleteSessions: async (ctx, { viewer, query }) => {
    await endOwnSessions(ctx, viewer, query.includeCurrent);
    return undefined;
  },
} satisfies Partial<Handlers>;
