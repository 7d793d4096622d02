import type { Metrics } from '@lectern/contract';
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

/** A quantity's name ends in its unit. */
function describe(name: string, help: string): Pick<Family, 'name' | 'help' | 'unit'> {
  const unit = /_(seconds|bytes|ratio)$/.exec(name)?.[1] as Family['unit'];
  return { name, help, ...(unit === undefined ? {} : { unit }) };
}

/** A number is the only sample; null gives none. */
type Values = readonly Sample[] | number | null;

function toSamples(values: Values): readonly Sample[] {
  if (values === null) return [];
  return typeof values === 'number' ? [{ value: values }] : values;
}

function counter(name: string, help: string, values: Values): Family {
  return { ...describe(name, help), type: 'counter', samples: toSamples(values) };
}

function gauge(name: string, help: string, values: Values): Family {
  return { ...describe(name, help), type: 'gauge', samples: toSamples(values) };
}

function histogram(name: string, help: string, samples: readonly HistogramSample[]): Family {
  return { ...describe(name, help), type: 'histogram', samples };
}

function labelled(label: string, values: Readonly<Record<string, number>>): Sample[] {
  return Object.entries(values).map(([name, value]) => ({ labels: { [label]: name }, value }));
}

function requestFamilies({ requests }: Counters, metrics: Metrics): Family[] {
  const routes = requests.routes();
  const labels = ({ method, route }: RouteCounter) => ({ method, route });
  const { refusedUsers: user, refusedAddresses: address, clients } = metrics.rateLimit;
  const answered = routes.flatMap((route) =>
    CLASSES.flatMap((status, index) => {
      const value = route.byStatus[index] ?? 0;
      return value === 0 ? [] : [{ labels: { ...labels(route), status }, value }];
    }),
  );
  return [
    counter(
      'lectern_http_requests',
      'Answered requests by pattern of the address, method and class of the status.',
      answered,
    ),
    histogram(
      'lectern_http_request_duration_seconds',
      'Time from the head of a request to the end of its answer. Event streams are not among them.',
      routes
        .filter(({ durations }) => durations.count > 0)
        .map((route) => histogramSample(route.durations, labels(route))),
    ),
    counter(
      'lectern_http_sent_bytes',
      'Bytes sent, heads among them.',
      routes.map((route) => ({ labels: labels(route), value: route.sentBytes })),
    ),
    gauge('lectern_http_open_requests', 'Requests that are being answered.', metrics.requests.open),
    counter(
      'lectern_rate_limit_refused',
      'Requests refused because there were too many, by what the client was known as.',
      labelled('client', { user, address }),
    ),
    gauge('lectern_rate_limit_clients', 'Clients that the limit of requests remembers.', clients),
  ];
}

function taskFamilies({ tasks: counters }: Counters, { tasks }: Metrics): Family[] {
  const types = [...counters.byType].toSorted(([one_], [other]) => (one_ < other ? -1 : 1));
  const open = tasks.byType.flatMap(({ type, pending, running }) => [
    { labels: { type, state: 'pending' }, value: pending },
    { labels: { type, state: 'running' }, value: running },
  ]);
  const runs = types.flatMap(([type, { endings }]) =>
    Object.entries(endings).map(([ending, value]) => ({ labels: { type, ending }, value })),
  );
  return [
    gauge('lectern_tasks', 'Tasks that wait or run, in all processes on the database.', open),
    gauge('lectern_tasks_paused', 'Whether background work is paused.', tasks.paused ? 1 : 0),
    gauge(
      'lectern_task_oldest_pending_seconds',
      'For how long the first task in the line could have started.',
      tasks.oldestPendingSeconds ?? 0,
    ),
    counter('lectern_task_runs', 'Runs of tasks in this process, by how they ended.', runs),
    histogram(
      'lectern_task_duration_seconds',
      'How long runs of tasks took.',
      types.map(([type, { durations }]) => histogramSample(durations, { type })),
    ),
    histogram(
      'lectern_task_wait_seconds',
      'How long tasks waited from when they could have started.',
      types.map(([type, { waits }]) => histogramSample(waits, { type })),
    ),
  ];
}

function scanFamilies({ scans }: Metrics): Family[] {
  const { completed, failed, booksAdded: added, booksUpdated: updated } = scans;
  const { booksDeleted: deleted, booksRestored: restored } = scans;
  return [
    counter('lectern_scans', 'Scans of this process, by how they ended.', labelled('ending', { completed, failed })),
    counter('lectern_scan_files', 'Files that scans looked at.', scans.files),
    counter(
      'lectern_scan_books',
      'Books that scans changed.',
      labelled('change', { added, updated, deleted, restored }),
    ),
  ];
}

function cacheFamilies({ caches }: Metrics): Family[] {
  const known = (field: 'hits' | 'misses' | 'entries' | 'bytes' | 'maxBytes'): Sample[] =>
    caches.flatMap((cache) => {
      const value = cache[field];
      return value === null ? [] : [{ labels: { cache: cache.name }, value }];
    });
  return [
    counter('lectern_cache_hits', 'What a cache had.', known('hits')),
    counter('lectern_cache_misses', 'What a cache did not have.', known('misses')),
    gauge('lectern_cache_entries', 'What a cache keeps.', known('entries')),
    gauge('lectern_cache_size_bytes', 'Bytes of what it keeps.', known('bytes')),
    gauge('lectern_cache_limit_bytes', 'Bytes that it may keep.', known('maxBytes')),
  ];
}

function eventFamilies({ events }: Metrics): Family[] {
  return [
    gauge('lectern_event_clients', 'Open event streams.', labelled('stream', events.clients)),
    counter(
      'lectern_event_clients_dropped',
      'Clients of event streams that were let go because they did not read.',
      events.dropped,
    ),
    counter('lectern_events_sent', 'Events handed to clients.', events.sent),
  ];
}

function databaseFamilies({ database }: Metrics, queries: Histogram): Family[] {
  const { open, idle, waiting, max } = database.pool;
  return [
    gauge('lectern_database_size_bytes', 'Size of the database on disk.', database.sizeBytes),
    gauge('lectern_database_migrations', 'Migrations that were made.', database.migrations),
    gauge(
      'lectern_database_connections',
      'Connections of this process by state, requests waiting for one, and how many there may be.',
      labelled('state', { open, idle, waiting, max }),
    ),
    histogram('lectern_database_query_duration_seconds', 'How long the process waited for statements.', [
      histogramSample(queries),
    ]),
    counter('lectern_database_queries_failed', 'Statements that the database refused.', database.queriesFailed),
  ];
}

/** Names that common dashboards for Node expect. */
function processFamilies({ process, time }: Metrics): Family[] {
  const { eventLoopDelay: delay } = process;
  const cpuSeconds = process.cpuUserSeconds + process.cpuSystemSeconds;
  return [
    counter('process_cpu_seconds', 'Processor time, of the user and of the system.', cpuSeconds),
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
  return [
    gauge('lectern_libraries', 'Libraries.', inventory.libraryCount),
    gauge('lectern_series', 'Series.', inventory.seriesCount),
    gauge('lectern_books', 'Books.', inventory.bookCount),
    gauge('lectern_pages', 'Pages of all books.', inventory.pageCount),
    gauge('lectern_users', 'Accounts.', inventory.userCount),
    gauge('lectern_book_files_bytes', 'Size of all book files.', inventory.totalBookSize),
  ];
}

/** The metrics as families of the text formats. */
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
