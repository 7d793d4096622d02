import { z } from 'zod';
import { Count, Timestamp } from './scalars.ts';

/** Milliseconds, with fractions. */
const Milliseconds = z.number().min(0);

/** From 0 to 1. */
const Share = z.number().min(0).max(1);

/** How long something took. All but `count` and `sumMs` are estimated from a histogram, and 0 while nothing was counted. */
export const Durations = z.object({
  count: Count,
  sumMs: Milliseconds,
  meanMs: Milliseconds,
  p50Ms: Milliseconds,
  p95Ms: Milliseconds,
  p99Ms: Milliseconds,
});
export type Durations = z.infer<typeof Durations>;

/** Answers by the first digit of their status; 499 stands for clients that left before theirs. */
export const StatusCounts = z.object({ '1xx': Count, '2xx': Count, '3xx': Count, '4xx': Count, '5xx': Count });
export type StatusCounts = z.infer<typeof StatusCounts>;

export const RouteMetrics = z.object({
  method: z.string(),
  /** The pattern, such as `/api/v1/books/{id}`; `web` for files of the web app, `docs`, `unknown` for everything else. */
  route: z.string(),
  byStatus: StatusCounts,
  sentBytes: Count,
  durations: Durations,
});
export type RouteMetrics = z.infer<typeof RouteMetrics>;

export const TaskTypeMetrics = z.object({
  type: z.string(),
  /** In the database, whichever process runs them. */
  pending: Count,
  running: Count,
  /** How runs of this process ended. One that `yielded` made way for others, or was stopped by a pause or the end of the process. */
  completed: Count,
  failed: Count,
  retried: Count,
  cancelled: Count,
  yielded: Count,
  /** Runs of this process. */
  durations: Durations,
  /** From when they could have started until they did. */
  waits: Durations,
});
export type TaskTypeMetrics = z.infer<typeof TaskTypeMetrics>;

export const CacheMetrics = z.object({
  name: z.string(),
  /** What it keeps, in words. */
  description: z.string(),
  hits: Count,
  misses: Count,
  /** What is kept now; null where nobody counts it. */
  entries: Count.nullable(),
  bytes: Count.nullable(),
  maxBytes: Count.nullable(),
});
export type CacheMetrics = z.infer<typeof CacheMetrics>;

/** What the catalog holds, as far as the viewer may see it. Counted anew once a minute at most. */
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
 * What a server process has done and how it is. Counts only grow, and begin with 0 when the process starts: what happened
 * between two answers is their difference. Several processes on one database count each for themselves.
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
    /** All memory that the system gave. */
    residentBytes: Count,
    heapUsedBytes: Count,
    heapTotalBytes: Count,
    /** Buffers and other memory outside of the heap. */
    externalBytes: Count,
    cpuUserSeconds: z.number().min(0),
    cpuSystemSeconds: z.number().min(0),
    /** How late the event loop was in the last minute: what every request waits for. */
    eventLoopDelay: z.object({ p50Ms: Milliseconds, p95Ms: Milliseconds, p99Ms: Milliseconds, maxMs: Milliseconds }),
    /** Share of the last minute in which the event loop was busy. */
    eventLoopBusy: Share,
    /** Null where the system does not tell. */
    openFiles: Count.nullable(),
    maxOpenFiles: Count.nullable(),
  }),
  requests: z.object({
    /** Being answered now; event streams are not among them. */
    open: Count,
    byStatus: StatusCounts,
    sentBytes: Count,
    durations: Durations,
    /** Only routes that were asked for; event streams count when they end, without a duration. */
    routes: z.array(RouteMetrics),
  }),
  rateLimit: z.object({
    enabled: z.boolean(),
    /** Clients that are remembered. */
    clients: Count,
    refusedUsers: Count,
    refusedAddresses: Count,
  }),
  tasks: z.object({
    paused: z.boolean(),
    pending: Count,
    running: Count,
    /** Since when the one that has waited longest could have started; null when none waits. */
    oldestPendingSeconds: z.number().min(0).nullable(),
    byType: z.array(TaskTypeMetrics),
  }),
  /** What the scans of this process found. */
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
    clients: z.object({ entity: Count, task: Count, scan: Count }),
    /** Let go because they did not read. */
    dropped: Count,
    /** Frames handed to clients. */
    sent: Count,
  }),
  database: z.object({
    kind: z.enum(['sqlite', 'postgres']),
    /** On disk; with SQLite its log file is part of it. */
    sizeBytes: Count,
    migrations: Count,
    /** Name of the last one. */
    migration: z.string().nullable(),
    /** Connections. */
    pool: z.object({ open: Count, idle: Count, waiting: Count, max: Count }),
    queriesFailed: Count,
    /** Statements, and how long the process waited for them; with SQLite nothing else is done meanwhile. */
    queries: Durations,
  }),
  inventory: Inventory,
});
export type Metrics = z.infer<typeof Metrics>;

/** How far back, and how finely: ten minutes by 5 seconds, or a day by the minute. */
export const MetricsRange = z.enum(['recent', 'day']);
export type MetricsRange = z.infer<typeof MetricsRange>;

const Column = z.array(z.number().min(0));

/**
 * What happened in equal steps of time, oldest first. Every column has one number for each of `times`; a step in which the
 * process did not run has none. Made for charts: counts are those of the step, not sums since the start.
 */
export const MetricsHistory = z.object({
  range: MetricsRange,
  stepSeconds: z.int().min(1),
  /** How many steps are kept. */
  maxSteps: z.int().min(1),
  /** Ends of the steps, epoch milliseconds. */
  times: z.array(z.int().min(0)),
  columns: z.object({
    requests: Column,
    /** Answers with a status from 400 to 499. */
    clientErrors: Column,
    /** Answers with a status from 500 on. */
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
    /** By scans, when they end. */
    booksAdded: Column,
    cacheHits: Column,
    cacheMisses: Column,
    eventClients: Column,
    eventsDropped: Column,
    databaseQueries: Column,
    /** Share of the step that the process waited for the database; may be above 1 with several connections. */
    databaseBusy: Column,
    databaseBytes: Column,
    residentBytes: Column,
    heapUsedBytes: Column,
    /** Processors in use: 1 is one of them all the time. */
    cpu: Column,
    eventLoopP50Ms: Column,
    eventLoopP99Ms: Column,
    eventLoopMaxMs: Column,
    openFiles: Column,
  }),
});
export type MetricsHistory = z.infer<typeof MetricsHistory>;
