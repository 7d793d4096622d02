import { API_VERSION, type Metrics, type StatusCounts, type TaskTypeMetrics } from '@lectern/contract';
import { findPause } from '#db/repos/system/server-state.repo.ts';
import { countOpenTasks, listMigrations, type OpenTasks } from '#db/repos/system/system.repo.ts';
import { countOpenFiles, findOpenFilesLimit } from '#files/books/open-descriptors.ts';
import { EMPTY_HISTOGRAM } from '#metrics/histogram.ts';
import type { RouteCounter } from '#metrics/request-counters.ts';
import type { TypeCounter } from '#metrics/task-counters.ts';
import type { Viewer } from '#core/viewer.ts';
import { databaseSize, type InventoryCounter } from './count-inventory.ts';
import { roundThousandths, toDurations } from './exposition.ts';
import { listCaches } from './list-caches.ts';
import type { ReadingContext } from './reading.ts';
import type { History } from './metrics-history.ts';

interface MetricsContext extends ReadingContext {
  readonly version: string;
  readonly history: History;
  readonly inventory: InventoryCounter;
}

const MICROSECONDS = 1e6;

function toStatusCounts([one, two, three, four, five]: RouteCounter['byStatus']): StatusCounts {
  return { '1xx': one, '2xx': two, '3xx': three, '4xx': four, '5xx': five };
}

function toRoute(counter: RouteCounter): Metrics['requests']['routes'][number] {
  const { method, route, byStatus, sentBytes, durations } = counter;
  return { method, route, byStatus: toStatusCounts(byStatus), sentBytes, durations: toDurations(durations.state()) };
}

function describeRequests(ctx: MetricsContext): Metrics['requests'] {
  const { requests, events } = ctx.counters;
  const { byStatus, sentBytes, durations } = requests.all;
  const streams = Object.values(events.clients).reduce((sum, count) => sum + count, 0);
  const routes = requests.routes().map(toRoute);
  return {
    open: Math.max(0, requests.open - streams),
    byStatus: toStatusCounts(byStatus),
    sentBytes,
    durations: toDurations(durations.state()),
    routes: routes.toSorted((one, other) => (`${one.route} ${one.method}` < `${other.route} ${other.method}` ? -1 : 1)),
  };
}

function toTaskType(type: string, open: OpenTasks | undefined, runs: TypeCounter | undefined): TaskTypeMetrics {
  return {
    type,
    pending: open?.pending ?? 0,
    running: open?.running ?? 0,
    ...(runs?.endings ?? { completed: 0, failed: 0, retried: 0, cancelled: 0, yielded: 0 }),
    durations: toDurations(runs?.durations.state() ?? EMPTY_HISTOGRAM),
    waits: toDurations(runs?.waits.state() ?? EMPTY_HISTOGRAM),
  };
}

async function describeTasks({ db, counters }: MetricsContext, viewer: Viewer): Promise<Metrics['tasks']> {
  const [open, pause] = await Promise.all([countOpenTasks(db, viewer), findPause(db.read)]);
  const types = new Set([...open.map(({ type }) => type), ...counters.tasks.byType.keys()]);
  const byType = [...types].toSorted().map((type) =>
    toTaskType(
      type,
      open.find((tasks) => tasks.type === type),
      counters.tasks.byType.get(type),
    ),
  );
  const waiting = open.filter(({ pending }) => pending > 0).map(({ oldestMs }) => Math.max(0, oldestMs) / 1_000);
  return {
    paused: pause !== undefined,
    pending: open.reduce((sum, { pending }) => sum + pending, 0),
    running: open.reduce((sum, { running }) => sum + running, 0),
    oldestPendingSeconds: waiting.length === 0 ? null : Math.max(...waiting),
    byType,
  };
}

async function describeDatabase(ctx: MetricsContext): Promise<Metrics['database']> {
  const { db } = ctx;
  const [sizeBytes, migrations] = await Promise.all([databaseSize(ctx), listMigrations(db)]);
  return {
    kind: db.kind,
    sizeBytes,
    migrations: migrations.length,
    migration: migrations.at(-1) ?? null,
    pool: db.pool(),
    queriesFailed: db.queries.failed,
    queries: toDurations(db.queries.durations.state()),
  };
}

async function describeProcess({ counters, history }: MetricsContext): Promise<Metrics['process']> {
  const [openFiles, maxOpenFiles] = await Promise.all([countOpenFiles(), findOpenFilesLimit()]);
  const memory = process.memoryUsage();
  const cpu = process.cpuUsage();
  const { busy, p50Ms, p95Ms, p99Ms, maxMs } = history.loop();
  const delay = {
    p50Ms: roundThousandths(p50Ms),
    p95Ms: roundThousandths(p95Ms),
    p99Ms: roundThousandths(p99Ms),
    maxMs: roundThousandths(maxMs),
  };
  return {
    startedAt: new Date(counters.startedAt).toISOString(),
    uptimeSeconds: Math.max(0, roundThousandths((Date.now() - counters.startedAt) / 1_000)),
    residentBytes: memory.rss,
    heapUsedBytes: memory.heapUsed,
    heapTotalBytes: memory.heapTotal,
    externalBytes: memory.external,
    cpuUserSeconds: cpu.user / MICROSECONDS,
    cpuSystemSeconds: cpu.system / MICROSECONDS,
    eventLoopDelay: delay,
    eventLoopBusy: Math.min(1, roundThousandths(busy)),
    openFiles: openFiles ?? null,
    maxOpenFiles: maxOpenFiles ?? null,
  };
}

/** Metrics of the process, and of the catalog and tasks that the viewer may see. */
export async function getMetrics(ctx: MetricsContext, viewer: Viewer): Promise<Metrics> {
  const { counters, limiter, settings } = ctx;
  const [tasks, database, own, inventory] = await Promise.all([
    describeTasks(ctx, viewer),
    describeDatabase(ctx),
    describeProcess(ctx),
    ctx.inventory.count(viewer),
  ]);
  const refused = limiter.refused();
  const { node } = process.versions;
  return {
    time: new Date().toISOString(),
    build: { version: ctx.version, apiVersion: API_VERSION, node, platform: process.platform, arch: process.arch },
    process: own,
    requests: describeRequests(ctx),
    rateLimit: {
      enabled: settings.get('rate_limit.enabled'),
      clients: limiter.count(),
      refusedUsers: refused.users,
      refusedAddresses: refused.addresses,
    },
    tasks,
    scans: { ...counters.tasks.scans },
    caches: listCaches(ctx),
    events: { ...counters.events, clients: { ...counters.events.clients } },
    database,
    inventory,
  };
}
