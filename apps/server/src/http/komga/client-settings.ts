import { CUSTOM_PREFERENCE, OWN_WRITE } from '@lectern/contract';
import { z } from 'zod';
import { deleteSharedSettings, writeSharedSettings, listClientSettings } from '#core/catalog/komga/client-settings.ts';
import { AppError } from '#core/errors.ts';
import { deletePreference, listPreferences, updatePreferences } from '#core/people/preferences.ts';
import { type DialectRequest, type DialectRoute, json, route } from '../requests/dialect-route.ts';
import { validate } from '../requests/validate.ts';
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

/** Settings of one user, by the app's own keys. */
const ClientSettings = settings(z.object({ value }));

/** Settings for all users; with `allowUnauthorized` also for clients that are not signed in. */
const SharedClientSettings = settings(z.object({ value, allowUnauthorized: z.boolean().default(false) }));

const ClientKeys = z.array(Key).max(100);

/** Apps of the dialect keep their settings among the user's preferences, apart from those of other clients. */
const OWN = `${CUSTOM_PREFERENCE}komga.`;

/** The keys in a body. Endpoints take objects only, so this list is checked here. */
function readKeys({ raw }: Pick<DialectRequest, 'raw'>): readonly string[] {
  return ClientKeys.parse(validate('body', ClientKeys, raw.body));
}

function emptyList(path: string, permission: 'public' | 'user'): DialectRoute {
  return route.get(path, { permission }, async () => json([]));
}

/** How apps recognise a server of the dialect, and what they keep for their user and for all. */
export const clientSettingRoutes: readonly DialectRoute[] = [
  // Apps ask before they sign in, and again afterwards.
  route.get('/api/v1/client-settings/global/list', { permission: 'public' }, async (ctx, { raw }) => {
    const viewer = await identifyAppAgain(ctx, raw, 'user');
    const kept = Object.entries(await listClientSettings(ctx, viewer !== undefined));
    return json(
      Object.fromEntries(kept.map(([key, { value, isPublic }]) => [key, { value, allowUnauthorized: isPublic }])),
    );
  }),
  route.patch(
    '/api/v1/client-settings/global',
    { permission: ['SystemAdmin'], body: SharedClientSettings },
    async (ctx, { body }) => {
      const changed = Object.entries(body).map(
        ([key, { value, allowUnauthorized: isPublic }]) => [key, { value, isPublic }] as const,
      );
      await writeSharedSettings(ctx, Object.fromEntries(changed));
      return undefined;
    },
  ),
  route.delete('/api/v1/client-settings/global', { permission: ['SystemAdmin'] }, async (ctx, request) => {
    await deleteSharedSettings(ctx, readKeys(request));
    return undefined;
  }),
  route.get('/api/v1/client-settings/user/list', { permission: 'user' }, async (ctx, { viewer }) => {
    const kept = (await listPreferences(ctx, viewer)).filter(({ key }) => key.startsWith(OWN));
    const shown = kept.map(({ key, value }) => [
      key.slice(OWN.length),
      { value: typeof value === 'string' ? value : JSON.stringify(value) },
    ]);
    return json(Object.fromEntries(shown));
  }),
  route.patch(
    '/api/v1/client-settings/user',
    { permission: OWN_WRITE, body: ClientSettings },
    async (ctx, { viewer, body }) => {
      const preferences = Object.entries(body).map(([key, { value }]) => [OWN + key, value] as const);
      await updatePreferences(ctx, viewer, Object.fromEntries(preferences));
      return undefined;
    },
  ),
  route.delete('/api/v1/client-settings/user', { permission: OWN_WRITE }, async (ctx, request) => {
    for (const key of readKeys(request)) {
      try {
        await deletePreference(ctx, request.viewer, OWN + key);
      } catch (error) {
        // An unknown key is deleted already.
        if (!(error instanceof AppError) || error.kind !== 'NotFound') throw error;
      }
    }
    return undefined;
  }),
  emptyList('/api/v1/oauth2/providers', 'public'),
  emptyList('/api/v1/fonts/families', 'user'),
  route.get('/actuator/health', { permission: 'public' }, async () => json({ status: 'UP' })),
];
