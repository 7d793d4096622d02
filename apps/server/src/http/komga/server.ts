import { api, type Durations, type Inventory } from '@lectern/contract';
import { z } from 'zod';
import type { Context } from '#context/context.ts';
import { getMetrics } from '#core/activities/metrics/get-metrics.ts';
import { emptyQueue } from '#core/activities/tasks/cancel-tasks.ts';
import { listGoneBooks } from '#core/catalog/komga/list-dialect.ts';
import { listCollections } from '#core/catalog/lists/collections.ts';
import { listReadLists } from '#core/catalog/lists/read-lists.ts';
import { AppError } from '#core/errors.ts';
import { updateSettings } from '#core/settings/change-settings.ts';
import type { SettingKey } from '#core/settings/definitions.ts';
import { type DialectAnswer, type DialectRequest, type DialectRoute, viewerOf } from '../requests/dialect-route.ts';
import { json, pageOf, Paging, readPart, Text, timeOf } from './answer.ts';

const ofMetric = z.object({ name: z.string().max(200) });
/** `tag=library:…` narrows a metric down. */
const MetricQuery = z.object({ tag: Text });

/** Nothing of the kind is done here, and that may be said. */
function never(why: string) {
  return z.literal(false, `must be false: ${why}`).nullish();
}

const KEEPS = 'this server keeps lists that are empty';

/** Settings that an app changes; absent and null keep. */
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

interface Tag {
  readonly tag: string;
  readonly values: readonly string[];
}

interface Measured {
  readonly description: string;
  readonly baseUnit: string | null;
  readonly measurements: readonly { readonly statistic: string; readonly value: number }[];
  readonly tags?: readonly Tag[];
}

/** What is asked of a metric: the name of a tag, and its value; both empty for all. */
interface Asked {
  readonly ctx: Context;
  readonly request: DialectRequest;
  readonly tag: string;
  readonly value: string;
}

const ONE = { page: 1, pageSize: 1 } as const;

function counted(description: string, value: number, baseUnit: string | null = null): Measured {
  return { description, baseUnit, measurements: [{ statistic: 'VALUE', value }] };
}

/** Something that libraries hold. */
async function held(
  { ctx, request, tag, value }: Asked,
  of: (contents: Inventory['libraries'][number]) => number,
): Promise<{ readonly sum: number; readonly tags: readonly Tag[] }> {
  const { libraries } = await ctx.inventory.count(viewerOf(request));
  const chosen = tag === 'library' ? libraries.filter(({ id }) => id === value) : libraries;
  const values = chosen.map(({ id }) => id);
  return { sum: chosen.reduce((sum, one) => sum + of(one), 0), tags: [{ tag: 'library', values }] };
}

function timed(durations: readonly Durations[]): Measured['measurements'] {
  const seconds = (of: (one: Durations) => number) => durations.map((one) => of(one) / 1_000);
  return [
    { statistic: 'COUNT', value: durations.reduce((sum, { count }) => sum + count, 0) },
    { statistic: 'TOTAL_TIME', value: seconds(({ sumMs }) => sumMs).reduce((sum, one) => sum + one, 0) },
    { statistic: 'MAX', value: Math.max(0, ...seconds(({ p99Ms }) => p99Ms)) },
  ];
}

async function taskTypes({ ctx, request, tag, value }: Asked) {
  const { tasks } = await getMetrics(ctx, viewerOf(request));
  return tasks.byType.filter(({ type }) => tag !== 'type' || type === value);
}

const METRICS: Readonly<Partial<Record<string, (asked: Asked) => Promise<Measured>>>> = {
  'komga.series': async (asked) => {
    const { sum, tags } = await held(asked, ({ seriesCount }) => seriesCount);
    return { ...counted('The number of series', sum), tags };
  },
  'komga.books': async (asked) => {
    const { sum, tags } = await held(asked, ({ bookCount }) => bookCount);
    return { ...counted('The number of books', sum), tags };
  },
  'komga.books.filesize': async (asked) => {
    const { sum, tags } = await held(asked, ({ totalSize }) => totalSize);
    return { ...counted('The size of the files of all books', sum, 'bytes'), tags };
  },
  'komga.collections': async ({ ctx, request }) =>
    counted('The number of collections', (await listCollections(ctx, viewerOf(request), ONE)).total),
  'komga.readlists': async ({ ctx, request }) =>
    counted('The number of read lists', (await listReadLists(ctx, viewerOf(request), ONE)).total),
  'komga.tasks.execution': async (asked) => {
    const types = await taskTypes(asked);
    const measurements = timed(types.map(({ durations }) => durations));
    const tags = [{ tag: 'type', values: types.map(({ type }) => type) }];
    return { description: 'How long tasks took', baseUnit: 'seconds', measurements, tags };
  },
  'komga.tasks.failure': async (asked) => {
    const types = await taskTypes(asked);
    const measurements = [{ statistic: 'COUNT', value: types.reduce((sum, { failed }) => sum + failed, 0) }];
    const tags = [{ tag: 'type', values: types.map(({ type }) => type) }];
    return { description: 'How many tasks failed', baseUnit: null, measurements, tags };
  },
};

/** One metric, as apps show it to administrators. */
async function sendMetric(ctx: Context, request: DialectRequest): Promise<DialectAnswer> {
  const { name } = ofMetric.parse(request.params);
  const measure = Object.hasOwn(METRICS, name) ? METRICS[name] : undefined;
  if (measure === undefined) {
    throw new AppError('NotFound', `There is no metric "${name}"; there are ${Object.keys(METRICS).join(', ')}`);
  }
  const { tag: text = '' } = request.query as z.output<typeof MetricQuery>;
  const [tag = '', ...rest] = text.split(':');
  const { tags = [], ...measured } = await measure({ ctx, request, tag, value: rest.join(':') });
  return json({ name, ...measured, availableTags: tags });
}

/** The settings here that have a counterpart in the dialect. */
const COUNTERPARTS = {
  rememberMeDurationDays: 'compat_api.remember_days',
  taskPoolSize: 'tasks.workers',
} as const satisfies Partial<Record<keyof SettingsPatch, SettingKey>>;

const NAMES: ReadonlyMap<string, string> = new Map(Object.entries(COUNTERPARTS).map(([name, key]) => [key, name]));

/** What is said in several places: in the configuration, by a setting, and what holds. */
function said<Value>(configurationSource: Value | null, databaseSource: Value | null, effectiveValue: Value | null) {
  return { configurationSource, databaseSource, effectiveValue };
}

async function sendSettings({ settings, config }: Context): Promise<DialectAnswer> {
  const prefix = `/${settings.get('compat_api.prefix')}`;
  const { port } = config.server;
  return json({
    deleteEmptyCollections: false,
    deleteEmptyReadLists: false,
    rememberMeDurationDays: settings.get(COUNTERPARTS.rememberMeDurationDays),
    thumbnailSize: 'DEFAULT',
    taskPoolSize: settings.get(COUNTERPARTS.taskPoolSize),
    serverPort: said(port, null, port),
    serverContextPath: said(null, prefix, prefix),
    koboProxy: false,
    koboPort: null,
    kepubifyPath: said<string>(null, null, null),
  });
}

interface Problem {
  readonly path: string;
  readonly message: string;
}

function isProblem(value: unknown): value is Problem {
  return typeof value === 'object' && value !== null && 'path' in value && 'message' in value;
}

/** A refusal in the app's own names. */
function renamed(error: AppError): AppError {
  const all: readonly unknown[] = Array.isArray(error.details) ? error.details : [];
  const details = all.filter(isProblem).map(({ path, message }) => ({ path: NAMES.get(path) ?? path, message }));
  return new AppError(error.kind, error.message, { details, cause: error });
}

async function changeSettings(ctx: Context, request: DialectRequest): Promise<DialectAnswer> {
  const patch = SettingsPatch.parse(request.body);
  const updates = Object.entries(COUNTERPARTS).flatMap(([name, key]) => {
    const value = patch[name as keyof typeof COUNTERPARTS];
    return typeof value === 'number' ? [{ key, value }] : [];
  });
  const by = { viewer: viewerOf(request), ip: request.client.ip, reason: null };
  try {
    if (updates.length > 0) await updateSettings(ctx, by, updates);
  } catch (error) {
    throw error instanceof AppError && error.kind === 'BadRequest' ? renamed(error) : error;
  }
  return undefined;
}

/** What happened to files: this server changes none, so it tells of those that are gone. */
async function sendHistory(ctx: Context, request: DialectRequest): Promise<DialectAnswer> {
  const paging = request.query as Paging;
  const viewer = viewerOf(request);
  const { rows, total } = await readPart(paging, async (wanted) => listGoneBooks(ctx, viewer, wanted));
  const events = rows.map(({ id, seriesId, path, deletedAt }) => ({
    type: 'BookFileDeleted',
    timestamp: timeOf(deletedAt),
    bookId: id,
    seriesId,
    properties: { name: path, reason: 'A scan found the file no more' },
  }));
  return json(pageOf(paging, events, total));
}

/** @returns how many tasks will not be done, as a bare number */
async function emptyTasks(ctx: Context): Promise<DialectAnswer> {
  return json(await emptyQueue(ctx));
}

/** What runs here, how it is set, what waits and what went, as apps show it to administrators. */
export const serverRoutes: readonly DialectRoute[] = [
  {
    method: 'GET',
    path: '/actuator/info',
    endpoint: { permission: api.getSystemInfo.permission },
    answer: async ({ version }) =>
      json({
        build: { artifact: 'lectern', group: 'lectern', name: 'Lectern', version },
        git: { branch: '', commit: { id: '', time: '' } },
      }),
  },
  {
    method: 'GET',
    path: '/actuator/metrics/{name}',
    endpoint: { permission: ['SystemAdmin'], params: ofMetric, query: MetricQuery },
    answer: sendMetric,
  },
  {
    method: 'GET',
    path: '/api/v1/settings',
    endpoint: { permission: api.listSettings.permission },
    answer: sendSettings,
  },
  {
    method: 'PATCH',
    path: '/api/v1/settings',
    endpoint: { permission: api.updateSettings.permission, body: SettingsPatch },
    answer: changeSettings,
  },
  {
    method: 'GET',
    path: '/api/v1/history',
    endpoint: { permission: ['SystemAdmin'], query: Paging },
    answer: sendHistory,
  },
  {
    method: 'DELETE',
    path: '/api/v1/tasks',
    endpoint: { permission: ['SystemAdmin'] },
    answer: emptyTasks,
  },
];
