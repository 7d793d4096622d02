import { api, type Role, type User } from '@lectern/contract';
import { z } from 'zod';
import type { Context } from '#context/context.ts';
import { AppError } from '#core/errors.ts';
import { createUserAs } from '#core/people/create-user.ts';
import { getUser, getUserPermissions, listUsers } from '#core/people/get-user.ts';
import { listGrants, type NamedGrants, replaceNamedGrants } from '#core/people/grants.ts';
import { listEverySession, listUserSessions } from '#core/people/sessions.ts';
import { requireSharing } from '#core/people/sharing-tags.ts';
import { deleteUser, updateUser } from '#core/people/update-user.ts';
import type { Viewer } from '#core/viewer.ts';
import { type DialectRoute, json, route } from '../requests/dialect-route.ts';
import { AgeRestriction, readAgeRestriction } from './age-restriction.ts';
import { toPage, Paging, readPart } from './paging.ts';
import { byId, knownId } from './paths.ts';
import { toActivity } from './sign-in-activity.ts';
import { toDialectUser } from './to-user.ts';

/** Roles that no account of this server can lack. */
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
  ageRestriction: AgeRestriction.nullish(),
  labelsAllow: Labels,
  labelsExclude: Labels,
};

const NewAccount = z.object({
  email: z.email('must be an e-mail address').max(254),
  password: z.string().min(8).max(256),
  roles: Roles.default(ALWAYS),
  ...shared,
});

/** A change of an account: absent keeps. */
const AccountPatch = z.object({ roles: Roles.nullish(), ...shared });

/** The role here. The dialect does not distinguish reader and maintainer. */
function roleAfter(roles: readonly string[] | null | undefined, before: Role): Role {
  if (roles === null || roles === undefined) return before;
  if (roles.includes('ADMIN')) return 'admin';
  return before === 'admin' ? 'reader' : before;
}

/** The libraries that an account may see, and its age limit, where a body names them. */
function toAccess({ sharedLibraries: given, ageRestriction }: z.output<typeof AccountPatch>) {
  const ageLimit = readAgeRestriction(ageRestriction);
  return {
    ...(given === null || given === undefined ? {} : { libraryIds: given.all ? null : given.libraryIds }),
    ...(ageLimit === undefined ? {} : { ageLimit }),
  };
}

/** Accounts that are read at once. */
const BATCH = 500;

/** An account in the dialect. Admins see all libraries. */
async function toShown(ctx: Context, user: User): Promise<Readonly<Record<string, unknown>>> {
  const permissions = await getUserPermissions(ctx, user.id);
  const libraryIds = permissions.has('SystemAdmin') ? undefined : (user.libraryIds ?? undefined);
  const { grants } = await listGrants(ctx, user.id);
  return toDialectUser(user, { permissions, libraryIds, age: user.ageLimit }, grants);
}

async function listAll(ctx: Context, viewer: Viewer): Promise<User[]> {
  const all: User[] = [];
  for (let page = 1; ; page += 1) {
    const { rows } = await listUsers(ctx, viewer, { page, pageSize: BATCH });
    all.push(...rows);
    if (rows.length < BATCH) return all;
  }
}

/** Adds an account named after the local part of its address; after the whole address where that name is taken. */
async function create(ctx: Context, viewer: Viewer, wanted: z.output<typeof NewAccount>): Promise<User> {
  const { email, password } = wanted;
  const account = { email, password, role: roleAfter(wanted.roles, 'reader'), ...toAccess(wanted) };
  const short = email.slice(0, email.indexOf('@'));
  try {
    return await createUserAs(ctx, viewer, { ...account, username: short });
  } catch (error) {
    if (!(error instanceof AppError) || error.kind !== 'Conflict' || email.length > 64) throw error;
    return await createUserAs(ctx, viewer, { ...account, username: email });
  }
}

/**
 * The sharing tags that a body gives an account; undefined where it names none.
 * @throws {AppError} `Forbidden`
 */
function wantedLabels(viewer: Viewer, wanted: z.output<typeof AccountPatch>): NamedGrants | undefined {
  const labels = { allow: wanted.labelsAllow ?? undefined, deny: wanted.labelsExclude ?? undefined };
  if (labels.allow === undefined && labels.deny === undefined) return undefined;
  requireSharing(viewer);
  return labels;
}

const Password = z.object({ password: z.string().min(8).max(256) });

/** Accounts, for users who manage them. */
export const accountRoutes: readonly DialectRoute[] = [
  route.get('/api/v2/users', { permission: api.listUsers.permission }, async (ctx, { viewer }) =>
    json(await Promise.all((await listAll(ctx, viewer)).map(async (user) => toShown(ctx, user)))),
  ),
  route.post(
    '/api/v2/users',
    { permission: api.createUser.permission, body: NewAccount },
    async (ctx, { viewer, body }) => {
      const isLimited = [...(body.labelsAllow ?? []), ...(body.labelsExclude ?? [])].length > 0;
      const labels = isLimited ? wantedLabels(viewer, body) : undefined;
      const user = await create(ctx, viewer, body);
      if (labels !== undefined) await replaceNamedGrants(ctx, viewer, user.id, labels);
      return json(await toShown(ctx, user), { status: 201 });
    },
  ),
  route.patch(
    '/api/v2/users/{id}',
    { permission: api.updateUser.permission, params: byId, body: AccountPatch },
    async (ctx, { viewer, params, body }) => {
      const id = knownId(params.id);
      const labels = wantedLabels(viewer, body);
      const { role } = await getUser(ctx, viewer, id);
      await updateUser(ctx, viewer, id, { role: roleAfter(body.roles, role), ...toAccess(body) });
      if (labels !== undefined) await replaceNamedGrants(ctx, viewer, id, labels);
      return undefined;
    },
  ),
  route.patch(
    '/api/v2/users/{id}/password',
    { permission: api.updateUser.permission, params: byId, body: Password },
    async (ctx, { viewer, params, body: { password } }) => {
      await updateUser(ctx, viewer, knownId(params.id), { password });
      return undefined;
    },
  ),
  route.delete(
    '/api/v2/users/{id}',
    { permission: api.deleteUser.permission, params: byId },
    async (ctx, { viewer, params }) => {
      await deleteUser(ctx, viewer, knownId(params.id));
      return undefined;
    },
  ),
  route.get(
    '/api/v2/users/authentication-activity',
    { permission: ['SystemAdmin'], query: Paging },
    async (ctx, { viewer, query }) => {
      const { rows, total } = await readPart(query, async (wanted) => listEverySession(ctx, viewer, wanted));
      const page = rows.map(({ user, session }) => toActivity(user, session));
      return json(toPage(query, page, total));
    },
  ),
  route.get(
    '/api/v2/users/{id}/authentication-activity/latest',
    { permission: api.listUserSessions.permission, params: byId },
    async (ctx, { viewer, params }) => {
      const id = knownId(params.id);
      const user = await getUser(ctx, viewer, id);
      const { rows } = await listUserSessions(ctx, viewer, id, { page: 1, pageSize: BATCH });
      const [latest] = rows.toSorted((one, other) => other.createdAt.localeCompare(one.createdAt));
      if (latest === undefined) throw new AppError('NotFound', `User ${id} is not signed in anywhere`);
      return json(toActivity(user, latest));
    },
  ),
];
