import type { Durations, Inventory } from '@lectern/contract';
import type { z } from 'zod';
import { listCollections } from '#core/collections/collections.ts';
import { AppError } from '#core/errors.ts';
import { listReadLists } from '#core/reading-lists/read-lists.ts';
import { getMetrics } from '#core/system/metrics/get-metrics.ts';
import type { Context } from '../../../context.ts';
import { type DoorAnswer, type DoorRequest, viewerOf } from '../../door.ts';
import { json } from '../answer.ts';
import { type MetricQuery, ofMetric } from './server-shapes.ts';

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
  readonly request: DoorRequest;
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
export async function sendMetric(ctx: Context, request: DoorRequest): Promise<DoorAnswer> {
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
