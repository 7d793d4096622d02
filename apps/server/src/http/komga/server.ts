import { api } from '@lectern/contract';
import { z } from 'zod';
import type { Context } from '#context/context.ts';
import { emptyQueue } from '#core/activities/tasks/cancel-tasks.ts';
import { listGoneBooks } from '#core/catalog/komga/list-dialect.ts';
import { AppError } from '#core/errors.ts';
import { updateSettings } from '#core/settings/change-settings.ts';
import type { SettingKey } from '#core/settings/definitions.ts';
import { type DialectRoute, json, route } from '../requests/dialect-route.ts';
import { formatTime } from './answer.ts';
import { toPage, Paging, readPart } from './paging.ts';
import { isProblem } from './send-error.ts';

/** An option that this server never has. */
function never(why: string) {
  return z.literal(false, `must be false: ${why}`).nullish();
}

const KEEPS = 'this server keeps lists that are empty';

/** A change of settings: absent and null keep. */
const SettingsPatch = z.object({
  deleteEmptyCollections: never(KEEPS),
  deleteEmptyReadLists: never(KEEPS),
  rememberMeDurationDays: z.int().nullish(),
  renewRememberMeKey: never('every sign-in that is remembered has a key of its own, and can be ended under devices'),
  thumbnailSize: z
    .literal('DEFAULT', 'must be DEFAULT: covers are kept in several sizes, and sent in the one that is asked for')
    .nullish(),
  taskPoolSize: z.int().nullish(),
  serverPort: z.null('must be null: the port is in the configuration of the server').optional(),
  serverContextPath: z.null('must be null: the prefix is a setting of Lectern itself').optional(),
  koboProxy: never('this server knows no Kobo devices'),
  koboPort: z.null('must be null: this server knows no Kobo devices').optional(),
  kepubifyPath: z.null('must be null: this server converts no books').optional(),
});
type SettingsPatch = z.output<typeof SettingsPatch>;

/** Settings of the dialect that exist here, with their keys. */
const COUNTERPARTS = {
  rememberMeDurationDays: 'compat_api.remember_days',
  taskPoolSize: 'tasks.workers',
} as const satisfies Partial<Record<keyof SettingsPatch, SettingKey>>;

const NAMES: ReadonlyMap<string, string> = new Map(Object.entries(COUNTERPARTS).map(([name, key]) => [key, name]));

/** A value in the configuration, in the settings, and in effect. */
function sources<Value>(configurationSource: Value | null, databaseSource: Value | null, effectiveValue: Value | null) {
  return { configurationSource, databaseSource, effectiveValue };
}

function describeSettings({ settings, config }: Context) {
  const prefix = `/${settings.get('compat_api.prefix')}`;
  const { port } = config.server;
  return {
    deleteEmptyCollections: false,
    deleteEmptyReadLists: false,
    rememberMeDurationDays: settings.get(COUNTERPARTS.rememberMeDurationDays),
    thumbnailSize: 'DEFAULT',
    taskPoolSize: settings.get(COUNTERPARTS.taskPoolSize),
    serverPort: sources(port, null, port),
    serverContextPath: sources(null, prefix, prefix),
    koboProxy: false,
    koboPort: null,
    kepubifyPath: sources<string>(null, null, null),
  };
}

/** An error with the names of the dialect. */
function renamed(error: AppError): AppError {
  const all: readonly unknown[] = Array.isArray(error.details) ? error.details : [];
  const details = all.filter(isProblem).map(({ path, message }) => ({ path: NAMES.get(path) ?? path, message }));
  return new AppError(error.kind, error.message, { details, cause: error });
}

/** Version, settings, tasks and history of the server, for admins. */
export const serverRoutes: readonly DialectRoute[] = [
  route.get('/actuator/info', { permission: api.getSystemInfo.permission }, async ({ version }) =>
    json({
      build: { artifact: 'lectern', group: 'lectern', name: 'Lectern', version },
      git: { branch: '', commit: { id: '', time: '' } },
    }),
  ),
  route.get('/api/v1/settings', { permission: api.listSettings.permission }, async (ctx) =>
    json(describeSettings(ctx)),
  ),
  route.patch(
    '/api/v1/settings',
    { permission: api.updateSettings.permission, body: SettingsPatch },
    async (ctx, { viewer, body, client }) => {
      const updates = Object.entries(COUNTERPARTS).flatMap(([name, key]) => {
        const value = body[name as keyof typeof COUNTERPARTS];
        return typeof value === 'number' ? [{ key, value }] : [];
      });
      const by = { viewer, ip: client.ip, reason: null };
      try {
        if (updates.length > 0) await updateSettings(ctx, by, updates);
      } catch (error) {
        throw error instanceof AppError && error.kind === 'BadRequest' ? renamed(error) : error;
      }
      return undefined;
    },
  ),
  // This server changes no files, so the history has only files that are gone.
  route.get('/api/v1/history', { permission: ['SystemAdmin'], query: Paging }, async (ctx, { viewer, query }) => {
    const { rows, total } = await readPart(query, async (wanted) => listGoneBooks(ctx, viewer, wanted));
    const events = rows.map(({ id, seriesId, path, deletedAt }) => ({
      type: 'BookFileDeleted',
      timestamp: formatTime(deletedAt),
      bookId: id,
      seriesId,
      properties: { name: path, reason: 'A scan found the file no more' },
    }));
    return json(toPage(query, events, total));
  }),
  // The answer is the number of cancelled tasks.
  route.delete('/api/v1/tasks', { permission: ['SystemAdmin'] }, async (ctx) => json(await emptyQueue(ctx))),
];
