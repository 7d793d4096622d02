import type { Durations, Inventory } from '@lectern/contract';
import { z } from 'zod';
import type { Context } from '#context/context.ts';
import { getMetrics } from '#core/activities/metrics/get-metrics.ts';
import { listShared } from '#core/catalog/lists/show-lists.ts';
import { AppError } from '#core/errors.ts';
import type { Viewer } from '#core/viewer.ts';
import { type DialectRoute, json, route } from '../requests/dialect-route.ts';
import { Text } from './paging.ts';

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

/** A tag and its value; both empty for the whole metric. */
interface Asked {
  readonly ctx: Context;
  readonly viewer: Viewer;
  readonly tag: string;
  readonly value: string;
}

const ONE = { page: 1, pageSize: 1 } as const;

function counted(description: string, value: number, baseUnit: string | null = null): Measured {
  return { description, baseUnit, measurements: [{ statistic: 'VALUE', value }] };
}

/** A sum over libraries. */
async function held(
  { ctx, viewer, tag, value }: Asked,
  of: (contents: Inventory['libraries'][number]) => number,
): Promise<{ readonly sum: number; readonly tags: readonly Tag[] }> {
  const { libraries } = await ctx.inventory.count(viewer);
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

async function taskTypes({ ctx, viewer, tag, value }: Asked) {
  const { tasks } = await getMetrics(ctx, viewer);
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
  'komga.collections': async ({ ctx, viewer }) =>
    counted('The number of collections', (await listShared(ctx, viewer, 'collection', ONE)).total),
  'komga.readlists': async ({ ctx, viewer }) =>
    counted('The number of read lists', (await listShared(ctx, viewer, 'readList', ONE)).total),
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

/** Metrics that apps show to admins. `tag=library:…` narrows a metric. */
export const metricRoutes: readonly DialectRoute[] = [
  route.get(
    '/actuator/metrics/{name}',
    {
      permission: ['SystemAdmin'],
      params: z.object({ name: z.string().max(200) }),
      query: z.object({ tag: Text }),
    },
    async (ctx, { viewer, params: { name }, query }) => {
      const measure = Object.hasOwn(METRICS, name) ? METRICS[name] : undefined;
      if (measure === undefined) {
        throw new AppError('NotFound', `There is no metric "${name}"; there are ${Object.keys(METRICS).join(', ')}`);
      }
      const [tag = '', ...rest] = (query.tag ?? '').split(':');
      const { tags = [], ...measured } = await measure({ ctx, viewer, tag, value: rest.join(':') });
      return json({ name, ...measured, availableTags: tags });
    },
  ),
];
