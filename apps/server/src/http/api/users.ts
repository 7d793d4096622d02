import type { api } from '@lectern/contract';
import { createResetLink } from '#core/account/reset-password.ts';
import { endSessionsOf, listSessionsOf } from '#core/sign-in/sessions.ts';
import { createUserAs } from '#core/users/create-user.ts';
import { getUser } from '#core/users/get-user.ts';
import { listUsers } from '#core/users/list-users.ts';
import { deleteUser, updateUser } from '#core/users/update-user.ts';
import { pageOf } from '../answers/page-of.ts';
import type { Handler, Handlers } from '../handler.ts';

/** Answers PUT and PATCH. */
const handleUpdateUser: Handler<typeof api.updateUser> = async (ctx, { viewer, params, body }) =>
  updateUser(ctx, viewer, params.id, body);

export const userHandlers = {
  listUsers: async (ctx, request) => {
    const { rows, total } = await listUsers(ctx, request.viewer, request.query);
    return pageOf(request, rows, total);
  },
  createUser: async (ctx, { viewer, body }) => createUserAs(ctx, viewer, body),
  getUser: async (ctx, { viewer, params }) => getUser(ctx, viewer, params.id),
  updateUser: handleUpdateUser,
  patchUser: handleUpdateUser,
  createResetLink: async (ctx, { viewer, params }) => createResetLink(ctx, viewer, params.id),
  deleteUser: async (ctx, { viewer, params }) => {
    await deleteUser(ctx, viewer, params.id);
    return undefined;
  },
  listUserSessions: async (ctx, request) => {
    const { rows, total } = await listSessionsOf(ctx, request.viewer, request.params.id, request.query);
    return pageOf(request, rows, total);
  },
  deleteUserSession: async (ctx, { viewer, params }) => {
    await endSessionsOf(ctx, viewer, params.id, params.sessionId);
    return undefined;
  },
  deleteUserSessions: async (ctx, { viewer, params }) => {
    await endSessionsOf(ctx, viewer, params.id);
    return undefined;
  },
} satisfies Partial<Handlers>;
