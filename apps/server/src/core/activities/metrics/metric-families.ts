import type { CacheMetrics, Metrics } from '@lectern/contract';
import type { Counters } from '#metrics/counters.ts';
import { BOUNDS_MS, type Histogram } from '#metrics/histogram.ts';
import type { RouteCounter } from '#metrics/request-counters.ts';
import type { Family, HistogramSample, Sample } from './exposition.ts';

const MILLISECONDS = 1_000;
const CLASSES = ['1xx', '2xx', '3xx', '4xx', '5xx'] as const;

function histogramSample(histogram: Histogram, labels: Readonly<Record<string, string>> = {}): HistogramSample {
  const { count, sumMs, buckets } = histogram.state();
  let below = 0;
  const upTo = buckets.map((inside, index) => {
    below += inside;
    const bound = BOUNDS_MS[index];
    return [bound === undefined ? Infinity : bound / MILLISECONDS, below] as const;
  });
  return { labels, buckets: upTo, count, sum: sumMs / MILLISECONDS };
}

function one(value: number): readonly Sample[] {
  return [{ value }];
}

function labelled(label: string, values: Readonly<Record<string, number>>): Sample[] {
  return Object.entries(values).map(([name, value]) => ({ labels: { [label]: name }, value }));
}

function requestFamilies({ requests }: Counters, metrics: Metrics): Family[] {
  const routes = requests.routes();
  const labels = ({ method, route }: RouteCounter) => ({ method, route });
  return [
    {
      name: 'lectern_http_requests',
      type: 'counter',
      help: 'Answered requests by pattern of the address, method and class of the status.',
      samples: routes.flatMap((counter) =>
        CLASSES.flatMap((status, index) => {
          const value = counter.byStatus[index] ?? 0;
          return value === 0 ? [] : [{ labels: { ...labels(counter), status }, value }];
        }),
      ),
    },
    {
      name: 'lectern_http_request_duration_seconds',
      type: 'histogram',
      unit: 'seconds',
      help: 'Time from the head of a request to the end of its answer. Event streams are not among them.',
      samples: routes
        .filter(({ durations }) => durations.count > 0)
        .map((counter) => histogramSample(counter.durations, labels(counter))),
    },
    {
      name: 'lectern_http_sent_bytes',
      type: 'counter',
      unit: 'bytes',
      help: 'Bytes sent, heads among them.',
      samples: routes.map((counter) => ({ labels: labels(counter), value: counter.sentBytes })),
    },
    {
      name: 'lectern_http_open_requests',
      type: 'gauge',
      help: 'Requests that are being answered.',
      samples: one(metrics.requests.open),
    },
    {
      name: 'lectern_rate_limit_refused',
      type: 'counter',
      help: 'Requests refused because there were too many, by what the client was known as.',
      samples: labelled('client', {
        user: metrics.rateLimit.refusedUsers,
        address: metrics.rateLimit.refusedAddresses,
      }),
    },
    {
      name: 'lectern_rate_limit_clients',
      type: 'gauge',
      help: 'Clients that the limit of requests remembers.',
      samples: one(metrics.rateLimit.clients),
    },
  ];
}

function taskFamilies({ tasks: counters }: Counters, { tasks }: Metrics): Family[] {
  const types = [...counters.byType].toSorted(([one_], [other]) => (one_ < other ? -1 : 1));
  return [
    {
      name: 'lectern_tasks',
      type: 'gauge',
      help: 'Tasks that wait or run, in all processes on the database.',
      samples: tasks.byType.flatMap(({ type, pending, running }) => [
        { labels: { type, state: 'pending' }, value: pending },
        { labels: { type, state: 'running' }, value: running },
      ]),
    },
    {
      name: 'lectern_tasks_paused',
      type: 'gauge',
      help: 'Whether background work is paused.',
      samples: one(tasks.paused ? 1 : 0),
    },
    {
      name: 'lectern_task_oldest_pending_seconds',
      type: 'gauge',
      unit: 'seconds',
      help: 'For how long the first task in the line could have started.',
      samples: one(tasks.oldestPendingSeconds ?? 0),
    },
    {
      name: 'lectern_task_runs',
      type: 'counter',
      help: 'Runs of tasks in this process, by how they ended.',
      samples: types.flatMap(([type, { endings }]) =>
        Object.entries(endings).map(([ending, value]) => ({ labels: { type, ending }, value })),
      ),
    },
    {
      name: 'lectern_task_duration_seconds',
      type: 'histogram',
      unit: 'seconds',
      help: 'How long runs of tasks took.',
      samples: types.map(([type, { durations }]) => histogramSample(durations, { type })),
    },
    {
      name: 'lectern_task_wait_seconds',
      type: 'histogram',
      unit: 'seconds',
      help: 'How long tasks waited from when they could have started.',
      samples: types.map(([type, { waits }]) => histogramSample(waits, { type })),
    },
  ];
}

function scanFamilies({ scans }: Metrics): Family[] {
  const { completed, failed, files, booksAdded, booksUpdated, booksDeleted, booksRestored } = scans;
  return [
    {
      name: 'lectern_scans',
      type: 'counter',
      help: 'Scans of this process, by how they ended.',
      samples: labelled('ending', { completed, failed }),
    },
    { name: 'lectern_scan_files', type: 'counter', help: 'Files that scans looked at.', samples: one(files) },
    {
      name: 'lectern_scan_books',
      type: 'counter',
      help: 'Books that scans changed.',
      samples: labelled('change', {
        added: booksAdded,
        updated: booksUpdated,
        deleted: booksDeleted,
        restored: booksRestored,
      }),
    },
  ];
}

function cacheFamilies({ caches }: Metrics): Family[] {
  const known = (of: (cache: CacheMetrics) => number | null): Sample[] =>
    caches.flatMap((cache) => {
      const value = of(cache);
      return value === null ? [] : [{ labels: { cache: cache.name }, value }];
    });
  const hits = known((cache) => cache.hits);
  const misses = known((cache) => cache.misses);
  const [entries, bytes, limits] = [known((c) => c.entries), known((c) => c.bytes), known((c) => c.maxBytes)];
  return [
    { name: 'lectern_cache_hits', type: 'counter', help: 'What a cache had.', samples: hits },
    { name: 'lectern_cache_misses', type: 'counter', help: 'What a cache did not have.', samples: misses },
    { name: 'lectern_cache_entries', type: 'gauge', help: 'What a cache keeps.', samples: entries },
    { name: 'lectern_cache_size_bytes', type: 'gauge', unit: 'bytes', help: 'Bytes of what it keeps.', samples: bytes },
    {
      name: 'lectern_cache_limit_bytes',
      type: 'gauge',
      unit: 'bytes',
      help: 'Bytes that it may keep.',
      samples: limits,
    },
  ];
}

function eventFamilies({ events }: Metrics): Family[] {
  return [
    {
      name: 'lectern_event_clients',
      type: 'gauge',
      help: 'Open event streams.',
      samples: labelled('stream', events.clients),
    },
    {
      name: 'lectern_event_clients_dropped',
      type: 'counter',
      help: 'Clients of event streams that were let go because they did not read.',
      samples: one(events.dropped),
    },
    { name: 'lectern_events_sent', type: 'counter', help: 'Events handed to clients.', samples: one(events.sent) },
  ];
}

function databaseFamilies({ database }: Metrics, queries: Histogram): Family[] {
  const { open, idle, waiting, max } = database.pool;
  return [
    {
      name: 'lectern_database_size_bytes',
      type: 'gauge',
      unit: 'bytes',
      help: 'Size of the database on disk.',
      samples: one(database.sizeBytes),
    },
    {
      name: 'lectern_database_migrations',
      type: 'gauge',
      help: 'Migrations that were made.',
      samples: one(database.migrations),
    },
    {
      name: 'lectern_database_connections',
      type: 'gauge',
      help: 'Connections of this process by state, requests waiting for one, and how many there may be.',
      samples: labelled('state', { open, idle, waiting, max }),
    },
    {
      name: 'lectern_database_query_duration_seconds',
      type: 'histogram',
      unit: 'seconds',
      help: 'How long the process waited for statements.',
      samples: [histogramSample(queries)],
    },
    {
      name: 'lectern_database_queries_failed',
      type: 'counter',
      help: 'Statements that the database refused.',
      samples: one(database.queriesFailed),
    },
  ];
}

/** Names that every dashboard for Node knows. */
function processFamilies({ process, time }: Metrics): Family[] {
  const { eventLoopDelay: delay } = process;
  const gauge = (name: string, help: string, value: number | null): Family => {
    const unit = /_(seconds|bytes|ratio)$/.exec(name)?.[1] as 'seconds' | 'bytes' | 'ratio' | undefined;
    const samples = value === null ? [] : one(value);
    return { name, type: 'gauge', help, samples, ...(unit === undefined ? {} : { unit }) };
  };
  return [
    {
      name: 'process_cpu_seconds',
      type: 'counter',
      unit: 'seconds',
      help: 'Processor time, of the user and of the system.',
      samples: one(process.cpuUserSeconds + process.cpuSystemSeconds),
    },
    gauge(
      'process_start_time_seconds',
      'When the process began, since 1970.',
      Math.round(Date.parse(time) / MILLISECONDS - process.uptimeSeconds),
    ),
    gauge('process_resident_memory_bytes', 'Memory that the system gave.', process.residentBytes),
    gauge('process_open_fds', 'Files and connections that are open.', process.openFiles),
    gauge('process_max_fds', 'How many may be.', process.maxOpenFiles),
    gauge('nodejs_heap_size_used_bytes', 'Heap in use.', process.heapUsedBytes),
    gauge('nodejs_heap_size_total_bytes', 'Heap.', process.heapTotalBytes),
    gauge('nodejs_external_memory_bytes', 'Memory outside of the heap.', process.externalBytes),
    gauge('nodejs_eventloop_lag_p50_seconds', 'Delay of the event loop, median.', delay.p50Ms / MILLISECONDS),
    gauge('nodejs_eventloop_lag_p95_seconds', 'The same, 95 of 100.', delay.p95Ms / MILLISECONDS),
    gauge('nodejs_eventloop_lag_p99_seconds', 'The same, 99 of 100.', delay.p99Ms / MILLISECONDS),
    gauge('nodejs_eventloop_lag_max_seconds', 'The longest.', delay.maxMs / MILLISECONDS),
    gauge('nodejs_eventloop_utilization_ratio', 'Share of the time that it was busy.', process.eventLoopBusy),
  ];
}

function inventoryFamilies({ inventory }: Metrics): Family[] {
  const gauge = (name: string, help: string, value: number): Family => ({
    name,
    type: 'gauge',
    help,
    samples: one(value),
  });
  return [
    gauge('lectern_libraries', 'Libraries.', inventory.libraryCount),
    gauge('lectern_series', 'Series.', inventory.seriesCount),
    gauge('lectern_books', 'Books.', inventory.bookCount),
    gauge('lectern_pages', 'Pages of all books.', inventory.pageCount),
    gauge('lectern_users', 'Accounts.', inventory.userCount),
    { ...gauge('lectern_book_files_bytes', 'Size of all book files.', inventory.totalBookSize), unit: 'bytes' },
  ];
}

/** The metrics by the names that programs know them under. */
export function toFamilies(metrics: Metrics, counters: Counters, queries: Histogram): Family[] {
  const { version, apiVersion, node, platform, arch } = metrics.build;
  const labels = { version, api_version: apiVersion, node, platform, arch, database: metrics.database.kind };
  return [
    { name: 'lectern_build', type: 'info', help: 'What runs.', samples: [{ labels, value: 1 }] },
    ...requestFamilies(counters, metrics),
    ...taskFamilies(counters, metrics),
    ...scanFamilies(metrics),
    ...cacheFamilies(metrics),
    ...eventFamilies(metrics),
    ...databaseFamilies(metrics, queries),
    ...processFamilies(metrics),
    ...inventoryFamilies(metrics),
  ];
}
