import { CUSTOM_PREFERENCE, OWN_WRITE } from '@lectern/contract';
import { z } from 'zod';
import type { Context } from '#context/context.ts';
import { forgetSharedSettings, keepSharedSettings, listClientSettings } from '#core/catalog/komga/client-settings.ts';
import { AppError } from '#core/errors.ts';
import { deletePreference, listPreferences, updatePreferences } from '#core/people/preferences.ts';
import { type DialectAnswer, type DialectRequest, type DialectRoute, viewerOf } from '../requests/dialect-route.ts';
import { validate } from '../requests/validate.ts';
import { json } from './answer.ts';
import { identifyAppAgain } from './authenticate.ts';

const KEY_RULE = 'must be called by 1 to 100 letters, digits, dots, dashes and underscores';
const Key = z.string().regex(/^[\w.-]{1,100}$/, KEY_RULE);

function settings<Setting extends z.ZodType>(setting: Setting) {
  return z
    .object({})
    .catchall(setting)
    .superRefine((all, check) => {
      const keys = Object.keys(all);
      if (keys.length > 100) check.addIssue({ code: 'custom', message: 'must be at most 100 settings' });
      const wrong = keys.find((key) => !Key.safeParse(key).success);
      if (wrong !== undefined) check.addIssue({ code: 'custom', path: [wrong], message: KEY_RULE });
    });
}

const value = z.string().max(60_000);

/** What an app keeps here for its user, by its own keys. */
const ClientSettings = settings(z.object({ value }));

/** What an app keeps here for all, also for those who are not signed in where it says so. */
const SharedClientSettings = settings(z.object({ value, allowUnauthorized: z.boolean().default(false) }));

/** Keys that an app keeps no longer; a list, which is checked where it is used. */
const ClientKeys = z.array(Key).max(100);

/** What apps of the dialect keep lies among the user's preferences, apart from those of other clients. */
const OWN = `${CUSTOM_PREFERENCE}komga.`;

async function sendClientSettings(ctx: Context, request: DialectRequest): Promise<DialectAnswer> {
  const kept = (await listPreferences(ctx, viewerOf(request))).filter(({ key }) => key.startsWith(OWN));
  return json(
    Object.fromEntries(
      kept.map(({ key, value }) => [
        key.slice(OWN.length),
        { value: typeof value === 'string' ? value : JSON.stringify(value) },
      ]),
    ),
  );
}

async function keepClientSettings(ctx: Context, request: DialectRequest): Promise<DialectAnswer> {
  const settings = Object.entries(ClientSettings.parse(request.body));
  const preferences = Object.fromEntries(settings.map(([key, { value }]) => [OWN + key, value]));
  await updatePreferences(ctx, viewerOf(request), preferences);
  return undefined;
}

/** Keys that were never set are forgotten already. */
async function forgetClientSettings(ctx: Context, request: DialectRequest): Promise<DialectAnswer> {
  const keys = ClientKeys.parse(validate('body', ClientKeys, request.raw.body));
  for (const key of keys) {
    try {
      await deletePreference(ctx, viewerOf(request), OWN + key);
    } catch (error) {
      if (!(error instanceof AppError) || error.kind !== 'NotFound') throw error;
    }
  }
  return undefined;
}

/** Apps ask before they sign in, and then again. */
async function sendSharedSettings(ctx: Context, request: DialectRequest): Promise<DialectAnswer> {
  const viewer = await identifyAppAgain(ctx, request.raw);
  const kept = Object.entries(await listClientSettings(ctx, viewer !== undefined));
  return json(
    Object.fromEntries(kept.map(([key, { value, isPublic }]) => [key, { value, allowUnauthorized: isPublic }])),
  );
}

async function shareClientSettings(ctx: Context, request: DialectRequest): Promise<DialectAnswer> {
  const changed = Object.entries(SharedClientSettings.parse(request.body));
  await keepSharedSettings(
    ctx,
    Object.fromEntries(
      changed.map(([key, { value, allowUnauthorized }]) => [key, { value, isPublic: allowUnauthorized }]),
    ),
  );
  return undefined;
}

async function forgetSharedClientSettings(ctx: Context, request: DialectRequest): Promise<DialectAnswer> {
  await forgetSharedSettings(ctx, ClientKeys.parse(validate('body', ClientKeys, request.raw.body)));
  return undefined;
}

function emptyList(path: string, permission: 'public' | 'user'): DialectRoute {
  return { method: 'GET', path, endpoint: { permission }, answer: async () => json([]) };
}

/** What apps ask to find out whether this is a server of the dialect, and what they keep for their user and for all. */
export const clientSettingRoutes: readonly DialectRoute[] = [
  {
    method: 'GET',
    path: '/api/v1/client-settings/global/list',
    endpoint: { permission: 'public' },
    answer: sendSharedSettings,
  },
  {
    method: 'PATCH',
    path: '/api/v1/client-settings/global',
    endpoint: { permission: ['SystemAdmin'], body: SharedClientSettings },
    answer: shareClientSettings,
  },
  {
    method: 'DELETE',
    path: '/api/v1/client-settings/global',
    endpoint: { permission: ['SystemAdmin'] },
    answer: forgetSharedClientSettings,
  },
  {
    method: 'GET',
    path: '/api/v1/client-settings/user/list',
    endpoint: { permission: 'user' },
    answer: sendClientSettings,
  },
  {
    method: 'PATCH',
    path: '/api/v1/client-settings/user',
    endpoint: { permission: OWN_WRITE, body: ClientSettings },
    answer: keepClientSettings,
  },
  {
    method: 'DELETE',
    path: '/api/v1/client-settings/user',
    endpoint: { permission: OWN_WRITE },
    answer: forgetClientSettings,
  },
  emptyList('/api/v1/oauth2/providers', 'public'),
  emptyList('/api/v1/fonts/families', 'user'),
  {
    method: 'GET',
    path: '/actuator/health',
    endpoint: { permission: 'public' },
    answer: async () => json({ status: 'UP' }),
  },
];
