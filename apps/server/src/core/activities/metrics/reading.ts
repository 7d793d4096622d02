import type { RateLimiter } from '#core/people/rate-limiter.ts';
import type { Settings } from '#core/settings/settings.ts';
import { countWork } from '#db/repos/system/system.repo.ts';
import { countOpenFiles } from '#files/books/open-descriptors.ts';
import type { Counters } from '#metrics/counters.ts';
import { databaseSize, type SizeContext } from './count-inventory.ts';
import { type CachesContext, listCaches } from './list-caches.ts';

/** Sources of a reading. */
export interface ReadingContext extends SizeContext, CachesContext {
  readonly counters: Counters;
  readonly limiter: RateLimiter;
  readonly settings: Settings;
}

/** Counters since the start of the process. */
function readSums(ctx: ReadingContext) {
  const { requests, tasks, events } = ctx.counters;
  const [informational, success, redirection, clientErrors, serverErrors] = requests.all.byStatus;
  const refused = ctx.limiter.refused();
  const caches = listCaches(ctx);
  const ended = [...tasks.byType.values()].map(({ endings }) => endings);
  const cpu = process.cpuUsage();
  return {
    requests: informational + success + redirection + clientErrors + serverErrors,
    clientErrors,
    serverErrors,
    rateLimited: refused.users + refused.addresses,
    sentBytes: requests.all.sentBytes,
    tasksCompleted: ended.reduce((sum, { completed }) => sum + completed, 0),
    tasksFailed: ended.reduce((sum, { failed }) => sum + failed, 0),
    booksAdded: tasks.scans.booksAdded,
    cacheHits: caches.reduce((sum, { hits }) => sum + hits, 0),
    cacheMisses: caches.reduce((sum, { misses }) => sum + misses, 0),
    eventsDropped: events.dropped,
    databaseQueries: ctx.db.queries.durations.count,
    databaseMs: ctx.db.queries.durations.sumMs,
    cpuMs: (cpu.user + cpu.system) / 1_000,
  };
}

/** Takes a reading with two short queries and two system calls. */
export async function takeReading(ctx: ReadingContext) {
  const [work, databaseBytes, openFiles] = await Promise.all([
    countWork(ctx.db.read),
    databaseSize(ctx),
    countOpenFiles(),
  ]);
  const memory = process.memoryUsage();
  const { entity, task, scan } = ctx.counters.events.clients;
  return {
    /** Milliseconds of the monotonic clock. */
    at: performance.now(),
    sums: readSums(ctx),
    levels: {
      tasksPending: work.pending,
      tasksRunning: work.running,
      eventClients: entity + task + scan,
      databaseBytes,
      residentBytes: memory.rss,
      heapUsedBytes: memory.heapUsed,
      openFiles: openFiles ?? 0,
    },
    durations: ctx.counters.requests.all.durations.state(),
  };
}

export type Reading = Awaited<ReturnType<typeof takeReading>>;
