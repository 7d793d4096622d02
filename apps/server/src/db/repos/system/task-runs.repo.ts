import { type ExpressionBuilder, sql } from 'kysely';
import { lockForClaim } from '../../sql/row-locks.ts';
import { databaseNow } from '../../sql/dialect.ts';
import type { Database, ReadDb, Tx } from '../../open.ts';
import type { Schema } from '../../schema/index.ts';
import { PAUSED_KEY } from './server-state.repo.ts';
import type { TaskRow } from './tasks.repo.ts';
import { isFound, type ReadRow } from '../rows/read-rows.ts';

/** Who claims, and what. */
export interface Claim {
  readonly lockedBy: string;
  /** How long the claim holds without being renewed, by the database's clock. */
  readonly lockMs: number;
  readonly minPriority: number;
  /** Tasks with at least this priority run also while background work is paused. */
  readonly urgent: number;
}

/** True while no other task of the same kind and target runs. */
function hasNoRunningTwin(eb: ExpressionBuilder<Schema & { next: Schema['task'] }, 'next'>) {
  return eb.not(
    eb.exists(
      eb
        .selectFrom('task as twin')
        .select('twin.id')
        .where('twin.status', '=', 'running')
        .whereRef('twin.type', '=', 'next.type')
        .whereRef('twin.target', '=', 'next.target'),
    ),
  );
}

function isNotPaused(eb: ExpressionBuilder<Schema & { next: Schema['task'] }, 'next'>, urgent: number) {
  return eb.or([
    eb('next.priority', '>=', urgent),
    eb.not(eb.exists(eb.selectFrom('serverState').select('serverState.key').where('serverState.key', '=', PAUSED_KEY))),
  ]);
}

/** Claims the most important task that may run now; two claims never get the same one. */
export async function claimTask(db: Database, claim: Claim): Promise<TaskRow | undefined> {
  const now = databaseNow(db.kind);
  return db.transaction(async ({ write }) =>
    write
      .updateTable('task')
      .set((eb) => ({
        status: 'running',
        lockedBy: claim.lockedBy,
        lockedUntil: sql<number>`${now} + ${claim.lockMs}`,
        attempts: eb('attempts', '+', 1),
        startedAt: eb.fn.coalesce('startedAt', now),
      }))
      .where('status', '=', 'pending')
      .where('id', '=', (eb) =>
        lockForClaim(
          db.kind,
          eb
            .selectFrom('task as next')
            .select('next.id')
            .where('next.status', '=', 'pending')
            .where('next.scheduledFor', '<=', now)
            .where('next.priority', '>=', claim.minPriority)
            .where((inner) => hasNoRunningTwin(inner))
            .where((inner) => isNotPaused(inner, claim.urgent))
            .orderBy('next.priority', 'desc')
            .orderBy('next.scheduledFor')
            .orderBy('next.id')
            .limit(1),
        ),
      )
      .returningAll()
      .executeTakeFirst(),
  );
}

/** Whether a task that may run now waits, of priority `from` or more and less than `below`. */
export async function hasWaiting(
  { read, kind }: Pick<Database, 'read' | 'kind'>,
  { from, below }: { readonly from: number; readonly below: number },
): Promise<boolean> {
  return isFound(
    read
      .selectFrom('task as next')
      .select('next.id')
      .where('next.status', '=', 'pending')
      .where('next.priority', '>=', from)
      .where('next.priority', '<', below)
      .where('next.scheduledFor', '<=', databaseNow(kind))
      .where((eb) => hasNoRunningTwin(eb))
      .limit(1),
  );
}

/** Milliseconds until the next task that waits may run, 0 or less when one is ready; undefined when none waits. */
export async function findNextStart({ read, kind }: Pick<Database, 'read' | 'kind'>): Promise<number | undefined> {
  const row = await read
    .selectFrom('task')
    .select(sql<number>`"scheduledFor" - ${databaseNow(kind)}`.as('wait'))
    .where('status', '=', 'pending')
    .orderBy('scheduledFor')
    .limit(1)
    .executeTakeFirst();
  return row?.wait;
}

/** How far a run is, and what it has counted. */
export type RunReport = Partial<Pick<TaskRow, 'progressCurrent' | 'progressTotal' | 'progressMessage' | 'result'>>;

/** Which task is held, and by whom. */
interface HeldKey extends Pick<TaskRow, 'id' | 'lockedBy'> {
  /** Set by the process that takes the task over: nothing happens when the lock was renewed since it was read. */
  readonly seenLockedUntil?: number | null;
}

function held(tx: Tx, { id, lockedBy, seenLockedUntil }: HeldKey) {
  return tx.write
    .updateTable('task')
    .where('id', '=', id)
    .where('status', '=', 'running')
    .where('lockedBy', 'is not distinct from', lockedBy)
    .$if(seenLockedUntil !== undefined, (query) =>
      query.where('lockedUntil', 'is not distinct from', seenLockedUntil ?? null),
    );
}

/** Writes the progress of a held task. @returns undefined when another worker has taken it over */
export async function writeRunReport(tx: Tx, task: HeldKey, report: RunReport): Promise<TaskRow | undefined> {
  return held(tx, task).set(report).returningAll().executeTakeFirst();
}

/** Renews the locks of one worker. @returns ids of the tasks it still holds */
export async function renewLocks(tx: Tx, lockedBy: string, taskIds: readonly string[], lockMs: number) {
  if (taskIds.length === 0) return [];
  const rows = await tx.write
    .updateTable('task')
    .set({ lockedUntil: sql<number>`${databaseNow(tx.kind)} + ${lockMs}` })
    .where('id', 'in', taskIds)
    .where('lockedBy', '=', lockedBy)
    .where('status', '=', 'running')
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** How a run ended for good. */
export interface RunEnd extends RunReport {
  readonly status: 'completed' | 'failed' | 'cancelled';
  readonly lastError: string | null;
}

/**
 * Ends a held task, as cancelled if that was requested.
 * @returns undefined when it was taken over or has to run again
 */
export async function endRun(tx: Tx, task: HeldKey, { status, ...end }: RunEnd): Promise<TaskRow | undefined> {
  return held(tx, task)
    .set({
      ...end,
      status: sql<string>`case when "cancelRequested" = 1 then 'cancelled' else ${sql.lit(status)} end`,
      lockedBy: null,
      lockedUntil: null,
      completedAt: databaseNow(tx.kind),
    })
    .$if(status === 'completed', (query) =>
      query.where((eb) => eb.or([eb('rerun', '=', 0), eb('cancelRequested', '=', 1)])),
    )
    .returningAll()
    .executeTakeFirst();
}

/** How a task goes back into the line. */
export interface RunReturn extends RunReport {
  readonly attempts: number;
  readonly lastError: string | null;
  /** Wait before its next run. */
  readonly delayMs: number;
}

/**
 * Requeues a held task; it ends as completed when a twin waits, as cancelled when requested.
 * @throws {Error} a unique violation when a twin is queued just now; retry it
 */
export async function returnTask(
  tx: Tx,
  task: HeldKey & Pick<TaskRow, 'type' | 'target'>,
  { delayMs, ...change }: RunReturn,
): Promise<TaskRow | undefined> {
  const twin = await tx.read
    .selectFrom('task')
    .select('id')
    .where('type', '=', task.type)
    .where('target', '=', task.target)
    .where('status', '=', 'pending')
    .executeTakeFirst();
  const now = databaseNow(tx.kind);
  const otherwise = sql.lit(twin === undefined ? 'pending' : 'completed');
  const endedAt = twin === undefined ? sql`null` : now;
  return held(tx, task)
    .set({
      ...change,
      status: sql<string>`case when "cancelRequested" = 1 then 'cancelled' else ${otherwise} end`,
      completedAt: sql<number | null>`case when "cancelRequested" = 1 then ${now} else ${endedAt} end`,
      scheduledFor: sql<number>`${now} + ${delayMs}`,
      rerun: 0,
      lockedBy: null,
      lockedUntil: null,
    })
    .returningAll()
    .executeTakeFirst();
}

/** A running task, and whether its lock has run out. */
export type RunningTask = ReadRow<typeof listRunning>;

/** Running tasks with their workers. */
export async function listRunning({ read, kind }: Pick<Database, 'read' | 'kind'>) {
  const rows = await read
    .selectFrom('task')
    .selectAll()
    .select(databaseNow(kind).as('now'))
    .where('status', '=', 'running')
    .execute();
  return rows.map(({ now, ...row }) => ({ ...row, expired: row.lockedUntil === null || row.lockedUntil < now }));
}

/** Those of the running tasks whose cancellation was requested. */
export async function listCancelRequests(db: ReadDb, taskIds: readonly string[]): Promise<string[]> {
  if (taskIds.length === 0) return [];
  const rows = await db
    .selectFrom('task')
    .select('id')
    .where('id', 'in', taskIds)
    .where('cancelRequested', '=', 1)
    .execute();
  return rows.map(({ id }) => id);
}
