import { join } from 'node:path';
import pino from 'pino';
import { type Database, openDatabase } from '#db/open.ts';
import { createEventBus } from '#events/bus.ts';
import { TASKS } from '#jobs/catalog.ts';
import type { TaskHandlers, TaskOutcome, TaskRun } from '#jobs/handler.ts';
import { createQueue } from '#jobs/queue.ts';
import { TaskWorker, type WorkerOptions } from '#jobs/worker.ts';
import type { DatabaseKind } from './databases.ts';
import type { Home } from './home.ts';
import { newShelf } from './shelf.ts';

/** What every task of a test does. */
export type Work = (run: TaskRun, target: string) => Promise<TaskOutcome>;

/** A connection of its own to the database of a home. */
export async function openHomeDatabase(kind: DatabaseKind, home: Home): Promise<Database> {
  const { db } = await openDatabase(
    kind === 'sqlite' || home.databaseUrl === undefined
      ? { kind: 'sqlite', path: join(home.dataDir, 'lectern.db') }
      : { kind: 'postgres', url: home.databaseUrl, poolSize: 5 },
  );
  return db;
}

/** Books that tasks can be about, in a library of their own. */
export async function newTargets(db: Database, count: number) {
  const events = createEventBus('test');
  // The shelf takes what it uses of a server's context.
  const shelf = await newShelf({ context: { db, events } as Parameters<typeof newShelf>[0]['context'] });
  const seriesId = await shelf.addSeries('Saga');
  const bookIds: string[] = [];
  for (let index = 0; index < count; index += 1) bookIds.push(await shelf.addBook(seriesId, String(index)));
  return { ...shelf, seriesId, bookIds };
}

/** A handler for every kind, known or to come, that does `work` with the first id of the payload. */
function makeHandlers(work: Work, changed: (taskId: string) => Promise<void>): TaskHandlers {
  const run = async (payload: object, taskRun: TaskRun): Promise<TaskOutcome> => {
    const [id] = Object.values(payload).filter((value) => typeof value === 'string');
    return work(taskRun, id ?? '');
  };
  return Object.fromEntries(Object.keys(TASKS).map((type) => [type, { run, changed }])) as unknown as TaskHandlers;
}

/** A queue with a worker whose tasks all do `work`, and call `changed` when they have begun or ended. */
export function startTasks(
  db: Database,
  work: Work,
  options: Partial<WorkerOptions> = {},
  changed: (taskId: string) => Promise<void> = async () => undefined,
) {
  const queue = createQueue(db, createEventBus('test'));
  const log = pino({ level: 'silent' });
  const worker = new TaskWorker(
    { db, queue, log, handlers: makeHandlers(work, changed) },
    { workers: 2, retentionDays: 30, retryMs: 20, ...options },
  );
  return { queue, worker, [Symbol.asyncDispose]: async () => worker[Symbol.asyncDispose]() };
}

/** A task as it is stored now. */
export async function readRow(db: Database, taskId: string) {
  return db.read.selectFrom('task').selectAll().where('id', '=', taskId).executeTakeFirstOrThrow();
}

/** Work that goes on until it is stopped. */
export const forever: Work = async ({ signal }) =>
  new Promise((_, reject) => {
    const stop = (): void => reject(signal.reason instanceof Error ? signal.reason : new Error('stopped'));
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop);
  });
