import type { CacheMetrics } from '@lectern/contract';
import type { RateLimiter } from '#core/people/rate-limiter.ts';
import type { Settings } from '#core/settings/settings.ts';
import { countWork } from '#db/repos/system/system.repo.ts';
import { countOpenFiles } from '#files/books/open-descriptors.ts';
import type { CacheState, Counters } from '#metrics/counters.ts';
import type { HistogramState } from '#metrics/histogram.ts';
import { databaseSize, type SizeContext } from './count-inventory.ts';

interface HasState {
  readonly state: () => CacheState;
}

/** The caches of a process. */
interface CachesContext {
  readonly access: { readonly sessions: HasState; readonly passwords: HasState };
  readonly keys: { readonly viewers: HasState };
  readonly lists: HasState;
  readonly filtered: HasState;
  readonly parts: HasState;
  readonly bookFiles: HasState;
  readonly readings: HasState;
  readonly texts: HasState;
  readonly archives: HasState;
  readonly solidArchives: HasState;
  readonly derived: HasState;
}

/** How every cache of the process does. */
export function listCaches(ctx: CachesContext): CacheMetrics[] {
  const caches: readonly (readonly [name: string, description: string, cache: HasState])[] = [
    ['sessions', 'Who is signed in', ctx.access.sessions],
    ['api_keys', 'Whom API keys stand for', ctx.keys.viewers],
    ['passwords', 'Passwords of HTTP Basic that were right', ctx.access.passwords],
    ['list_counts', 'How long lists are', ctx.lists],
    ['filtered_lists', 'What filters found', ctx.filtered],
    ['filter_parts', 'What parts of filters found', ctx.parts],
    ['book_files', 'Which files books are', ctx.bookFiles],
    ['readings', 'Pages and chapters of books', ctx.readings],
    ['texts', 'Chapters made safe to show', ctx.texts],
    ['open_files', 'Book files that are open', ctx.archives],
    ['solid_archives', 'Unpacked pages of solid archives, on disk', ctx.solidArchives],
    ['pictures', 'Resized and converted pictures, on disk', ctx.derived],
  ];
  return caches.map(([name, description, cache]) => ({ name, description, ...cache.state() }));
}

/** What readings are taken of. */
export interface ReadingContext extends SizeContext, CachesContext {
  readonly counters: Counters;
  readonly limiter: RateLimiter;
  readonly settings: Settings;
}

/** What only grows, since the process began. */
interface Sums {
  readonly requests: number;
  readonly clientErrors: number;
  readonly serverErrors: number;
  readonly rateLimited: number;
  readonly sentBytes: number;
  readonly tasksCompleted: number;
  readonly tasksFailed: number;
  readonly booksAdded: number;
  readonly cacheHits: number;
  readonly cacheMisses: number;
  readonly eventsDropped: number;
  readonly databaseQueries: number;
  readonly databaseMs: number;
  readonly cpuMs: number;
}

/** What is as it is at a moment. */
interface Levels {
  readonly tasksPending: number;
  readonly tasksRunning: number;
  readonly eventClients: number;
  readonly databaseBytes: number;
  readonly residentBytes: number;
  readonly heapUsedBytes: number;
  readonly openFiles: number;
}

/** How the process stood at a moment. */
export interface Reading {
  /** Milliseconds of a clock that only goes forward. */
  readonly at: number;
  readonly sums: Sums;
  readonly levels: Levels;
  readonly durations: HistogramState;
}

function sumsOf(ctx: ReadingContext): Sums {
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

/** Takes a reading: two short queries and two looks at the system. */
export async function takeReading(ctx: ReadingContext): Promise<Reading> {
  const [work, databaseBytes, openFiles] = await Promise.all([
    countWork(ctx.db.read),
    databaseSize(ctx),
    countOpenFiles(),
  ]);
  const memory = process.memoryUsage();
  const { entity, task, scan } = ctx.counters.events.clients;
  return {
    at: performance.now(),
    sums: sumsOf(ctx),
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
