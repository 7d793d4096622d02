import { api, type ApiKey, type Role, type Session, type User } from '@lectern/contract';
import { z } from 'zod';
import type { Context } from '#context/context.ts';
import { AppError } from '#core/errors.ts';
import { createApiKey, deleteApiKey, listApiKeys } from '#core/people/api-keys.ts';
import { createUserAs } from '#core/people/create-user.ts';
import { getUser, listUsers } from '#core/people/get-user.ts';
import { listGrants, type NamedGrants, replaceNamedGrants } from '#core/people/grants.ts';
import { effectivePermissions } from '#core/people/permissions.ts';
import { changePassword, getCurrentUser } from '#core/people/profile.ts';
import { listEverySession, listOwnSessions, listSessionsOf } from '#core/people/sessions.ts';
import { requireSharing } from '#core/people/sharing-tags.ts';
import { deleteUser, updateUser } from '#core/people/update-user.ts';
import type { Viewer } from '#core/viewer.ts';
import { type DialectRequest, type DialectRoute, viewerOf } from '../requests/dialect-route.ts';
import { json, pageOf, Paging, readPart, timeOf } from './answer.ts';
import { byId, idOf } from './paths.ts';
import { toDialectUser } from './session.ts';

/** What every account of this server may do, so that none can be made that may not. */
const ALWAYS = ['PAGE_STREAMING', 'FILE_DOWNLOAD'];

const Roles = z
  .array(z.string().toUpperCase())
  .refine(
    (roles) => roles.includes('ADMIN') || ALWAYS.every((role) => roles.includes(role)),
    `must have ${ALWAYS.join(' and ')}: every account of this server may do that`,
  );

const SharedLibraries = z.object({ all: z.boolean(), libraryIds: z.array(z.guid()).default([]) });

const Labels = z.array(z.string().trim().min(1).max(200)).max(500).nullish();

const shared = {
  sharedLibraries: SharedLibraries.nullish(),
  ageRestriction: z.null('must be null: this server has no age limits').optional(),
  labelsAllow: Labels,
  labelsExclude: Labels,
};

/** An account as it is asked for. */
const NewAccount = z.object({
  email: z.email('must be an e-mail address').max(254),
  password: z.string().min(8).max(256),
  roles: Roles.default(ALWAYS),
  ...shared,
});

/** What becomes of an account: absent keeps. */
const AccountPatch = z.object({ roles: Roles.nullish(), ...shared });

/** The role here that roles of the dialect come to; between reader and maintainer it knows no difference. */
function roleAfter(roles: readonly string[] | null | undefined, before: Role): Role {
  if (roles === null || roles === undefined) return before;
  if (roles.includes('ADMIN')) return 'admin';
  return before === 'admin' ? 'reader' : before;
}

/** Which libraries an account may see; nothing where that is not said. */
function accessOf(given: z.output<typeof SharedLibraries> | null | undefined) {
  if (given === null || given === undefined) return {};
  return { libraryIds: given.all ? null : given.libraryIds };
}

/** Sharing tags by name that decide what an account sees; nothing where that is not said. */
function labelsOf({
  labelsAllow,
  labelsExclude,
}: Pick<z.output<typeof AccountPatch>, 'labelsAllow' | 'labelsExclude'>) {
  return { allow: labelsAllow ?? undefined, deny: labelsExclude ?? undefined };
}

/** A sign-in that goes on, as apps read a sign-in; of others nothing is kept. */
function toActivity(
  user: { readonly id: string; readonly username: string; readonly email: string | null },
  { userAgent, ipAddress, createdAt }: Session,
): Readonly<Record<string, unknown>> {
  return {
    userId: user.id,
    email: user.email === null || user.email === '' ? user.username : user.email,
    apiKeyId: null,
    apiKeyComment: null,
    ip: ipAddress,
    userAgent,
    success: true,
    error: null,
    dateTime: timeOf(createdAt),
    source: 'Password',
  };
}

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
export const accountRoutes: readonly DialectRoute[] = [
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

/** A key without what is secret of it, unless it was made just now. */
function toKey(key: ApiKey, text = `svc_${key.key_prefix}_******`): Readonly<Record<string, unknown>> {
  return {
    id: key.id,
    userId: key.user_id,
    key: text,
    comment: key.name,
    createdDate: timeOf(key.created_at),
    lastModifiedDate: timeOf(key.updated_at),
  };
}

/** The password that came with the request; undefined for a request that a session stands for. */
function shownPassword({ raw }: DialectRequest): string | undefined {
  const [, encoded] = /^basic\s+(\S+)$/i.exec(raw.headers.authorization ?? '') ?? [];
  const text = Buffer.from(encoded ?? '', 'base64').toString('utf8');
  const colon = text.indexOf(':');
  return colon === -1 ? undefined : text.slice(colon + 1);
}

/** Apps that sign in by a session send the present password too, which the dialect has no field for. */
const CurrentPassword = z.string().min(1).max(256).optional();
const NewPassword = z.object({ password: z.string().min(8).max(256), currentPassword: CurrentPassword });
const NewKey = z.object({
  comment: z.string().trim().min(1, 'must not be empty').max(100),
  currentPassword: CurrentPassword,
});

/** @throws {AppError} `BadRequest` when neither the request nor its body brings the present password */
function currentPasswordOf(request: DialectRequest, given: string | undefined): string {
  const currentPassword = given ?? shownPassword(request);
  if (currentPassword !== undefined) return currentPassword;
  const message = 'is needed: send it in this field, or sign this request with HTTP Basic';
  throw new AppError('BadRequest', `The current password ${message}`, {
    details: [{ path: 'currentPassword', message }],
  });
}

/** A user's own password, keys and sign-ins. */
export const ownAccountRoutes: readonly DialectRoute[] = [
  {
    method: 'PATCH',
    path: '/api/v2/users/me/password',
    endpoint: { permission: api.changePassword.permission, body: NewPassword },
    answer: async (ctx, request) => {
      const { password: newPassword, currentPassword: given } = NewPassword.parse(request.body);
      const currentPassword = currentPasswordOf(request, given);
      await changePassword(ctx, viewerOf(request), { currentPassword, newPassword }, request.client.ip);
      return undefined;
    },
  },
  {
    method: 'GET',
    path: '/api/v2/users/me/api-keys',
    endpoint: { permission: api.listApiKeys.permission },
    answer: async (ctx, request) => json((await listApiKeys(ctx, viewerOf(request))).map((key) => toKey(key))),
  },
  {
    method: 'POST',
    path: '/api/v2/users/me/api-keys',
    endpoint: { permission: api.createApiKey.permission, body: NewKey },
    answer: async (ctx, request) => {
      const { comment: name, currentPassword } = NewKey.parse(request.body);
      const { key, ...made } = await createApiKey(ctx, viewerOf(request), { name, currentPassword }, request.client.ip);
      return json(toKey(made, key));
    },
  },
  {
    method: 'DELETE',
    path: '/api/v2/users/me/api-keys/{id}',
    endpoint: { permission: api.deleteApiKey.permission, params: byId },
    answer: async (ctx, request) => {
      const [viewer, id] = [viewerOf(request), idOf(request)];
      const keys = await listApiKeys(ctx, viewer);
      // Those of others have no place here, also for those who manage them.
      if (!keys.some((key) => key.id === id)) throw new AppError('NotFound', `API key ${id} not found`);
      await deleteApiKey(ctx, viewer, id);
      return undefined;
    },
  },
  {
    method: 'GET',
    path: '/api/v2/users/me/authentication-activity',
    endpoint: { permission: api.listSessions.permission, query: Paging },
    answer: async (ctx, request) => {
      const viewer = viewerOf(request);
      const paging = request.query as Paging;
      const user = await getCurrentUser(ctx, viewer);
      const { rows, total } = await readPart(paging, async (wanted) => listOwnSessions(ctx, viewer, wanted));
      const page = rows.map((session) => toActivity(user, session));
      return json(pageOf(paging, page, total));
    },
  },
];
