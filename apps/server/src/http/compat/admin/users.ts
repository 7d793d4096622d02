import { api, type User } from '@lectern/contract';
import { z } from 'zod';
import { AppError } from '#core/errors.ts';
import { listGrants, type NamedGrants, replaceNamedGrants } from '#core/sharing/grants.ts';
import { requireSharing } from '#core/sharing/require-sharing.ts';
import { createUserAs } from '#core/users/create-user.ts';
import { getUser } from '#core/users/get-user.ts';
import { listUsers } from '#core/users/list-users.ts';
import { effectivePermissions } from '#core/users/permissions-of.ts';
import { listEverySession, listSessionsOf } from '#core/sign-in/sessions.ts';
import { deleteUser, updateUser } from '#core/users/update-user.ts';
import type { Viewer } from '#core/viewer.ts';
import type { Context } from '../../../context.ts';
import { type DoorRoute, viewerOf } from '../../door.ts';
import { json } from '../answer.ts';
import { pageOf, Paging, readPart } from '../page.ts';
import { byId, idOf } from '../paths.ts';
import { toDialectUser } from '../users.ts';
import { toActivity } from './activity.ts';
import { AccountPatch, accessOf, labelsOf, NewAccount, roleAfter } from './account-shapes.ts';

/** Accounts that are read at once. */
const BATCH = 500;

/** An account as apps read it: who administers the server sees all libraries. */
async function shown(ctx: Context, user: User): Promise<Readonly<Record<string, unknown>>> {
  const permissions = effectivePermissions({ role: user.role, permissions: JSON.stringify(user.permissions) });
  const libraryIds = permissions.has('SystemAdmin') ? undefined : (user.libraryIds ?? undefined);
  const { grants } = await listGrants(ctx, user.id);
  return toDialectUser(user, { permissions, libraryIds }, grants);
}

async function listAll(ctx: Context, viewer: Viewer): Promise<User[]> {
  const all: User[] = [];
  for (let page = 1; ; page += 1) {
    const { rows } = await listUsers(ctx, viewer, { page, pageSize: BATCH });
    all.push(...rows);
    if (rows.length < BATCH) return all;
  }
}

/** Adds an account that is called by the first part of its address, or by all of it where that is taken. */
async function create(ctx: Context, viewer: Viewer, wanted: z.output<typeof NewAccount>): Promise<User> {
  const { email, password } = wanted;
  const account = { email, password, role: roleAfter(wanted.roles, 'reader'), ...accessOf(wanted.sharedLibraries) };
  const short = email.slice(0, email.indexOf('@'));
  try {
    return await createUserAs(ctx, viewer, { ...account, username: short });
  } catch (error) {
    if (!(error instanceof AppError) || error.kind !== 'Conflict' || email.length > 64) throw error;
    return await createUserAs(ctx, viewer, { ...account, username: email });
  }
}

/** The sharing tags that an account is to be given; undefined where nothing is said of them. */
function wantedLabels(viewer: Viewer, wanted: Parameters<typeof labelsOf>[0]): NamedGrants | undefined {
  const labels = labelsOf(wanted);
  if (labels.allow === undefined && labels.deny === undefined) return undefined;
  requireSharing(viewer);
  return labels;
}

const Password = z.object({ password: z.string().min(8).max(256) });

/** Accounts, for those who manage them. */
export const accountRoutes: readonly DoorRoute[] = [
  {
    method: 'GET',
    path: '/api/v2/users',
    endpoint: { permission: api.listUsers.permission },
    answer: async (ctx, request) =>
      json(await Promise.all((await listAll(ctx, viewerOf(request))).map(async (user) => shown(ctx, user)))),
  },
  {
    method: 'POST',
    path: '/api/v2/users',
    endpoint: { permission: api.createUser.permission, body: NewAccount },
    answer: async (ctx, request) => {
      const [viewer, wanted] = [viewerOf(request), NewAccount.parse(request.body)];
      const isLimited = [...(wanted.labelsAllow ?? []), ...(wanted.labelsExclude ?? [])].length > 0;
      const labels = isLimited ? wantedLabels(viewer, wanted) : undefined;
      const user = await create(ctx, viewer, wanted);
      if (labels !== undefined) await replaceNamedGrants(ctx, viewer, user.id, labels);
      return json(await shown(ctx, user), 201);
    },
  },
  {
    method: 'PATCH',
    path: '/api/v2/users/{id}',
    endpoint: { permission: api.updateUser.permission, params: byId, body: AccountPatch },
    answer: async (ctx, request) => {
      const [viewer, id] = [viewerOf(request), idOf(request)];
      const patch = AccountPatch.parse(request.body);
      const labels = wantedLabels(viewer, patch);
      const { role } = await getUser(ctx, viewer, id);
      await updateUser(ctx, viewer, id, { role: roleAfter(patch.roles, role), ...accessOf(patch.sharedLibraries) });
      if (labels !== undefined) await replaceNamedGrants(ctx, viewer, id, labels);
      return undefined;
    },
  },
  {
    method: 'PATCH',
    path: '/api/v2/users/{id}/password',
    endpoint: { permission: api.updateUser.permission, params: byId, body: Password },
    answer: async (ctx, request) => {
      const { password } = Password.parse(request.body);
      await updateUser(ctx, viewerOf(request), idOf(request), { password });
      return undefined;
    },
  },
  {
    method: 'DELETE',
    path: '/api/v2/users/{id}',
    endpoint: { permission: api.deleteUser.permission, params: byId },
    answer: async (ctx, request) => {
      await deleteUser(ctx, viewerOf(request), idOf(request));
      return undefined;
    },
  },
  {
    method: 'GET',
    path: '/api/v2/users/authentication-activity',
    endpoint: { permission: ['SystemAdmin'], query: Paging },
    answer: async (ctx, request) => {
      const paging = request.query as Paging;
      const viewer = viewerOf(request);
      const { rows, total } = await readPart(paging, async (wanted) => listEverySession(ctx, viewer, wanted));
      const page = rows.map(({ user, session }) => toActivity(user, session));
      return json(pageOf(paging, page, total));
    },
  },
  {
    method: 'GET',
    path: '/api/v2/users/{id}/authentication-activity/latest',
    endpoint: { permission: api.listUserSessions.permission, params: byId },
    answer: async (ctx, request) => {
      const [viewer, id] = [viewerOf(request), idOf(request)];
      const user = await getUser(ctx, viewer, id);
      const { rows } = await listSessionsOf(ctx, viewer, id, { page: 1, pageSize: BATCH });
      const [latest] = rows.toSorted((one, other) => other.createdAt.localeCompare(one.createdAt));
      if (latest === undefined) throw new AppError('NotFound', `User ${id} is not signed in anywhere`);
      return json(toActivity(user, latest));
    },
  },
];
