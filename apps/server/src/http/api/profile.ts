import type { api } from '@lectern/contract';
import { changePassword, getProfile, updateProfile } from '#core/people/profile.ts';
import { endOwnSession, endOwnSessions, listOwnSessions } from '#core/people/sessions.ts';
import { chooseLanguage } from '#words/choose-language.ts';
import { toPage } from '../answers/to-page.ts';
import type { Handler, Handlers } from '../requests/handler.ts';

/** PUT and PATCH. */
const handleUpdateProfile: Handler<typeof api.updateProfile> = async (ctx, { viewer, body, client }) =>
  updateProfile(ctx, viewer, body, { ip: client.ip, language: chooseLanguage(client.languages) });

export const profileHandlers = {
  getProfile: async (ctx, { viewer }) => getProfile(ctx, viewer),
  updateProfile: handleUpdateProfile,
  patchProfile: handleUpdateProfile,
  changePassword: async (ctx, { viewer, body, client }) => changePassword(ctx, viewer, body, client.ip),
  listSessions: async (ctx, request) => toPage(request, await listOwnSessions(ctx, request.viewer, request.query)),
  deleteSession: async (ctx, { viewer, params }) => endOwnSession(ctx, viewer, params.id),
  deleteSessions: async (ctx, { viewer, query }) => endOwnSessions(ctx, viewer, query.includeCurrent),
} satisfies Partial<Handlers>;
