import { api, type ApiKey } from '@lectern/contract';
import { z } from 'zod';
import { AppError } from '#core/errors.ts';
import { createApiKey } from '#core/keys/create-api-key.ts';
import { deleteApiKey } from '#core/keys/delete-api-key.ts';
import { listApiKeys } from '#core/keys/get-api-key.ts';
import { getCurrentUser } from '#core/account/get-current-user.ts';
import { changePassword } from '#core/account/profile.ts';
import { listOwnSessions } from '#core/sign-in/sessions.ts';
import { type DoorRequest, type DoorRoute, viewerOf } from '../../door.ts';
import { json } from '../answer.ts';
import { pageOf, Paging, readPart } from '../page.ts';
import { byId, idOf } from '../paths.ts';
import { timeOf } from '../scalars.ts';
import { toActivity } from './activity.ts';

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
function shownPassword({ raw }: DoorRequest): string | undefined {
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
function currentPasswordOf(request: DoorRequest, given: string | undefined): string {
  const currentPassword = given ?? shownPassword(request);
  if (currentPassword !== undefined) return currentPassword;
  const message = 'is needed: send it in this field, or sign this request with HTTP Basic';
  throw new AppError('BadRequest', `The current password ${message}`, {
    details: [{ path: 'currentPassword', message }],
  });
}

/** Somebody's own password, keys and sign-ins. */
export const ownAccountRoutes: readonly DoorRoute[] = [
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
