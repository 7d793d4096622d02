import { api, type ApiKey } from '@lectern/contract';
import { z } from 'zod';
import { AppError } from '#core/errors.ts';
import { createApiKey, deleteApiKey, listApiKeys } from '#core/people/api-keys.ts';
import { changePassword, getCurrentUser } from '#core/people/profile.ts';
import { listOwnSessions } from '#core/people/sessions.ts';
import { type DialectRequest, type DialectRoute, json, route } from '../requests/dialect-route.ts';
import { formatTime } from './answer.ts';
import { toPage, Paging, readPart } from './paging.ts';
import { byId, knownId } from './paths.ts';
import { toActivity } from './sign-in-activity.ts';

/** A key in the dialect. Only a new key shows its secret. */
function toKey(key: ApiKey, text = `svc_${key.key_prefix}_******`): Readonly<Record<string, unknown>> {
  return {
    id: key.id,
    userId: key.user_id,
    key: text,
    comment: key.name,
    createdDate: formatTime(key.created_at),
    lastModifiedDate: formatTime(key.updated_at),
  };
}

/** The password of HTTP Basic; undefined for other credentials. */
function shownPassword({ raw }: Pick<DialectRequest, 'raw'>): string | undefined {
  const [, encoded] = /^basic\s+(\S+)$/i.exec(raw.headers.authorization ?? '') ?? [];
  const text = Buffer.from(encoded ?? '', 'base64').toString('utf8');
  const colon = text.indexOf(':');
  return colon === -1 ? undefined : text.slice(colon + 1);
}

/** Not in the dialect: apps with a session send the present password here. */
const CurrentPassword = z.string().min(1).max(256).optional();
const NewPassword = z.object({ password: z.string().min(8).max(256), currentPassword: CurrentPassword });
const NewKey = z.object({
  comment: z.string().trim().min(1).max(100),
  currentPassword: CurrentPassword,
});

/** @throws {AppError} `BadRequest` when neither the body nor the request has the present password */
function getCurrentPassword(request: Pick<DialectRequest, 'raw'>, given: string | undefined): string {
  const currentPassword = given ?? shownPassword(request);
  if (currentPassword !== undefined) return currentPassword;
  const message = 'is needed: send it in this field, or sign this request with HTTP Basic';
  throw new AppError('BadRequest', `The current password ${message}`, {
    details: [{ path: 'currentPassword', message }],
  });
}

/** The user's own password, keys and sign-ins. */
export const ownAccountRoutes: readonly DialectRoute[] = [
  route.patch(
    '/api/v2/users/me/password',
    { permission: api.changePassword.permission, body: NewPassword },
    async (ctx, request) => {
      const { viewer, body, client } = request;
      const currentPassword = getCurrentPassword(request, body.currentPassword);
      await changePassword(ctx, viewer, { currentPassword, newPassword: body.password }, client.ip);
      return undefined;
    },
  ),
  route.get('/api/v2/users/me/api-keys', { permission: api.listApiKeys.permission }, async (ctx, { viewer }) =>
    json((await listApiKeys(ctx, viewer)).map((key) => toKey(key))),
  ),
  route.post(
    '/api/v2/users/me/api-keys',
    { permission: api.createApiKey.permission, body: NewKey },
    async (ctx, { viewer, body: { comment: name, currentPassword }, client }) => {
      const { key, ...made } = await createApiKey(ctx, viewer, { name, currentPassword }, client.ip);
      return json(toKey(made, key));
    },
  ),
  route.delete(
    '/api/v2/users/me/api-keys/{id}',
    { permission: api.deleteApiKey.permission, params: byId },
    async (ctx, { viewer, params }) => {
      const id = knownId(params.id);
      const keys = await listApiKeys(ctx, viewer);
      // Keys of other users are not found here, not even by users who manage them.
      if (!keys.some((key) => key.id === id)) throw new AppError('NotFound', `API key ${id} not found`);
      await deleteApiKey(ctx, viewer, id);
      return undefined;
    },
  ),
  route.get(
    '/api/v2/users/me/authentication-activity',
    { permission: api.listSessions.permission, query: Paging },
    async (ctx, { viewer, query }) => {
      const user = await getCurrentUser(ctx, viewer);
      const { rows, total } = await readPart(query, async (wanted) => listOwnSessions(ctx, viewer, wanted));
      const page = rows.map((session) => toActivity(user, session));
      return json(toPage(query, page, total));
    },
  ),
];
