import type { api } from '@lectern/contract';
import { createResetLink } from '#core/people/use-mail-token.ts';
import { createInvitation, deleteInvitation, listInvitations } from '#core/people/invitations.ts';
import { createRole, deleteRole, listRoles, updateRole } from '#core/people/roles.ts';
import { endUserSessions, listUserSessions } from '#core/people/sessions.ts';
import { createUserAs } from '#core/people/create-user.ts';
import { getUser, listUsers } from '#core/people/get-user.ts';
import { deleteUser, updateUser } from '#core/people/update-user.ts';
import { beginView, endView, listOwnViews } from '#core/people/view-as.ts';
import { toPage } from '../answers/to-page.ts';
import type { Handler, Handlers } from '../requests/handler.ts';

/** PUT and PATCH. */
const handleUpdateUser: Handler<typeof api.updateUser> = async (ctx, { viewer, params, body }) =>
  updateUser(ctx, viewer, params.id, body);

export const userHandlers = {
  listInvitations: async (ctx, { viewer }) => ({ invitations: await listInvitations(ctx, viewer) }),
  createInvitation: async (ctx, { viewer, body }) => createInvitation(ctx, viewer, body),
  deleteInvitation: async (ctx, { viewer, params }) => deleteInvitation(ctx, viewer, params.id),
  listRoles: async (ctx) => ({ roles: await listRoles(ctx) }),
  createRole: async (ctx, { viewer, body }) => createRole(ctx, viewer, body),
  updateRole: async (ctx, { viewer, params, body }) => updateRole(ctx, viewer, params.id, body),
  deleteRole: async (ctx, { viewer, params }) => deleteRole(ctx, viewer, params.id),
  listUsers: async (ctx, request) => toPage(request, await listUsers(ctx, request.viewer, request.query)),
  createUser: async (ctx, { viewer, body }) => createUserAs(ctx, viewer, body),
  getUser: async (ctx, { viewer, params }) => getUser(ctx, viewer, params.id),
  updateUser: handleUpdateUser,
  patchUser: handleUpdateUser,
  createResetLink: async (ctx, { viewer, params }) => createResetLink(ctx, viewer, params.id),
  beginAccountView: async (ctx, { viewer, params }) => beginView(ctx, viewer, params.id),
  endAccountView: async (ctx, { viewer }) => endView(ctx, viewer),
  listAccountViews: async (ctx, { viewer }) => listOwnViews(ctx, viewer),
  deleteUser: async (ctx, { viewer, params }) => deleteUser(ctx, viewer, params.id),
  listUserSessions: async (ctx, request) => {
    const { viewer, params, query } = request;
    return toPage(request, await listUserSessions(ctx, viewer, params.id, query));
  },
  deleteUserSession: async (ctx, { viewer, params }) => endUserSessions(ctx, viewer, params.id, params.sessionId),
  deleteUserSessions: async (ctx, { viewer, params }) => endUserSessions(ctx, viewer, params.id),
} satisfies Partial<Handlers>;
