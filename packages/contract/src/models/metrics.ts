import { z } from 'zod';
import { Count, Timestamp } from './scalars.ts';

/** Milliseconds, with fractions. */
const Milliseconds = z.number().min(0);

/** From 0 to 1. */
const Share = z.number().min(0).max(1);

/** Durations. All but `count` and `sumMs` are histogram estimates, 0 without data. */
export const Durations = z.object({
  count: Count,
  sumMs: Milliseconds,
  meanMs: Milliseconds,
  p50Ms: Milliseconds,
  p95Ms: Milliseconds,
  p99Ms: Milliseconds,
});
export type Durations = z.infer<typeof Durations>;

/** Responses by the first digit of their status; 499 for clients that left early. */
export const StatusCounts = z.object({ '1xx': Count, '2xx': Count, '3xx': Count, '4xx': Count, '5xx': Count });
export type StatusCounts = z.infer<typeof StatusCounts>;

export const RouteMetrics = z.object({
  method: z.string(),
  /** Route pattern such as `/api/v1/books/{id}`; `web` for the web app's files, `docs`, `unknown` for others. */
  route: z.string(),
  byStatus: StatusCounts,
  sentBytes: Count,
  durations: Durations,
});
export type RouteMetrics = z.infer<typeof RouteMetrics>;

export const TaskTypeMetrics = z.object({
  type: z.string(),
  /** In the database, for all processes. */
  pending: Count,
  running: Count,
  /** Ends of this process's runs. `yielded`: made way for other tasks, or stopped by a pause or shutdown. */
  completed: Count,
  failed: Count,
  retried: Count,
  cancelled: Count,
  yielded: Count,
  /** Runs of this process. */
  durations: Durations,
  /** From due to started. */
  waits: Durations,
});
export type TaskTypeMetrics = z.infer<typeof TaskTypeMetrics>;

export const CacheMetrics = z.object({
  name: z.string(),
  /** Content of the cache, in words. */
  description: z.string(),
  hits: Count,
  misses: Count,
  /** Current entries; null when uncounted. */
  entries: Count.nullable(),
  bytes: Count.nullable(),
  maxBytes: Count.nullable(),
});
export type CacheMetrics = z.infer<typeof CacheMetrics>;

/** The catalog as visible to the viewer, counted at most once a minute. */
export const Inventory = z.object({
  countedAt: Timestamp,
  libraryCount: Count,
  seriesCount: Count,
  bookCount: Count,
  pageCount: Count,
  /** Bytes of all book files. */
  totalBookSize: Count,
  userCount: Count,
  libraries: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      seriesCount: Count,
      bookCount: Count,
      pageCount: Count,
      totalSize: Count,
    }),
  ),
});
export type Inventory = z.infer<typeof Inventory>;

/**
 * State of a server process. Counters only grow and restart at 0 with the process: subtract two responses. Processes on
 * one database count separately.
 */
export const Metrics = z.object({
  time: Timestamp,
  build: z.object({
    version: z.string(),
    apiVersion: z.string(),
    node: z.string(),
    platform: z.string(),
    arch: z.string(),
  }),
  process: z.object({
    startedAt: Timestamp,
    uptimeSeconds: z.number().min(0),
    /** Resident memory. */
    residentBytes: Count,
    heapUsedBytes: Count,
    heapTotalBytes: Count,
    /** Buffers and other memory outside the heap. */
    externalBytes: Count,
    cpuUserSeconds: z.number().min(0),
    cpuSystemSeconds: z.number().min(0),
    /** Delay of the event loop in the last minute, which every request waits for. */
    eventLoopDelay: z.object({ p50Ms: Milliseconds, p95Ms: Milliseconds, p99Ms: Milliseconds, maxMs: Milliseconds }),
    /** Busy share of the event loop in the last minute. */
    eventLoopBusy: Share,
    /** Null where the system does not tell. */
    openFiles: Count.nullable(),
    maxOpenFiles: Count.nullable(),
  }),
  requests: z.object({
    /** Requests in progress, without event streams. */
    open: Count,
    byStatus: StatusCounts,
    sentBytes: Count,
    durations: Durations,
    /** Requested routes only; event streams count at their end, without duration. */
    routes: z.array(RouteMetrics),
  }),
  rateLimit: z.object({
    enabled: z.boolean(),
    /** Clients known to the rate limiter. */
    clients: Count,
    refusedUsers: Count,
    refusedAddresses: Count,
  }),
  tasks: z.object({
    paused: z.boolean(),
    pending: Count,
    running: Count,
    /** Age of the longest-waiting task; null without one. */
    oldestPendingSeconds: z.number().min(0).nullable(),
    byType: z.array(TaskTypeMetrics),
  }),
  /** Findings of this process's scans. */
  scans: z.object({
    completed: Count,
    failed: Count,
    files: Count,
    booksAdded: Count,
    booksUpdated: Count,
    booksDeleted: Count,
    booksRestored: Count,
  }),
  caches: z.array(CacheMetrics),
  events: z.object({
    /** Open event streams. */
    clients: z.object({ entity: Count, task: Count, scan: Count, log: Count }),
    /** Disconnected because they did not read. */
    dropped: Count,
    /** Frames handed to clients. */
    sent: Count,
  }),
  database: z.object({
    kind: z.enum(['sqlite', 'postgres']),
    /** On disk, with SQLite's log file. */
    sizeBytes: Count,
    migrations: Count,
    /** Name of the last migration. */
    migration: z.string().nullable(),
    /** Connections. */
    pool: z.object({ open: Count, idle: Count, waiting: Count, max: Count }),
    queriesFailed: Count,
    /** Statements and the time spent waiting for them; with SQLite the process is blocked meanwhile. */
    queries: Durations,
  }),
  inventory: Inventory,
});
export type Metrics = z.infer<typeof Metrics>;

/** Range and step: ten minutes by 5 seconds, or a day by the minute. */
export const MetricsRange = z.enum(['recent', 'day']);
export type MetricsRange = z.infer<typeof MetricsRange>;

const Column = z.array(z.number().min(0));

/**
 * Counts by equal time steps, oldest first, for charts. Every column has one number for each of `times`; steps without
 * a running process are absent.
 */
export const MetricsHistory = z.object({
  range: MetricsRange,
  stepSeconds: z.int().min(1),
  /** Largest number of steps. */
  maxSteps: z.int().min(1),
  /** Ends of the steps, epoch milliseconds. */
  times: z.array(z.int().min(0)),
  columns: z.object({
    requests: Column,
    /** Responses with status 400 to 499. */
    clientErrors: Column,
    /** Responses with status from 500. */
    serverErrors: Column,
    rateLimited: Column,
    sentBytes: Column,
    requestP50Ms: Column,
    requestP95Ms: Column,
    requestP99Ms: Column,
    tasksPending: Column,
    tasksRunning: Column,
    tasksCompleted: Column,
    tasksFailed: Column,
    /** By scans, at their end. */
    booksAdded: Column,
    cacheHits: Column,
    cacheMisses: Column,
    eventClients: Column,
    eventsDropped: Column,
    databaseQueries: Column,
    /** Share of the step spent waiting for the database; above 1 with several connections. */
    databaseBusy: Column,
    databaseBytes: Column,
    residentBytes: Column,
    heapUsedBytes: Column,
    /** Processors in use: 1 is one at full load. */
    cpu: Column,
    eventLoopP50Ms: Column,
    eventLoopP99Ms: Column,
    eventLoopMaxMs: Column,
    openFiles: Column,
  }),
});
export type MetricsHistory = z.infer<typeof MetricsHistory>;
