import { type ExpressionBuilder, sql } from 'kysely';
import { claimable } from '../../sql/row-locks.ts';
import { databaseNow } from '../../sql/dialect.ts';
import type { Database, ReadDb, Tx } from '../../open.ts';
import type { Schema } from '../../schema/index.ts';
import { PAUSED_KEY } from './server-state.repo.ts';
import type { TaskRow } from './tasks.repo.ts';

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

/** Takes the most important task that may run now, or undefined. Two claims never get the same one. */
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
        claimable(
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

/** Whether a task that could run now waits for its turn, of priority `from` or more and less than `below`. */
export async function hasWaiting(
  { read, kind }: Pick<Database, 'read' | 'kind'>,
  { from, below }: { readonly from: number; readonly below: number },
): Promise<boolean> {
  const row = await read
    .selectFrom('task as next')
    .select('next.id')
    .where('next.status', '=', 'pending')
    .where('next.priority', '>=', from)
    .where('next.priority', '<', below)
    .where('next.scheduledFor', '<=', databaseNow(kind))
    .where((eb) => hasNoRunningTwin(eb))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
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
export interface HeldKey extends Pick<TaskRow, 'id' | 'lockedBy'> {
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

/**
 * Writes how far a task is that this worker still holds.
 * @returns undefined when another one has taken it over
 */
export async function writeRunReport(tx: Tx, task: HeldKey, report: RunReport): Promise<TaskRow | undefined> {
  return held(tx, task).set(report).returningAll().executeTakeFirst();
}

/**
 * Keeps the locks of tasks that one worker holds.
 * @returns ids of those it still holds
 */
export async function renewLocks(
  tx: Tx,
  lockedBy: string,
  taskIds: readonly string[],
  lockMs: number,
): Promise<string[]> {
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
 * Ends a task that this worker still holds. A wish to cancel it that came before counts, whatever it has come to: whoever
 * cancelled it was told so. A task that shall look once more is not completed here.
 * @returns undefined when another one has taken it over, or when it has to look once more
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
 * Puts a held task back into the line. When the same is waiting there already, that one does the rest and this one ends as
 * completed; when it was to be cancelled, it ends as that.
 * @throws {Error} a unique violation when the same comes into the line at this very moment: done again, it finds it there
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
export interface RunningTask extends TaskRow {
  readonly expired: boolean;
}

/** Running tasks with their workers. */
export async function listRunning({ read, kind }: Pick<Database, 'read' | 'kind'>): Promise<RunningTask[]> {
  const rows = await read
    .selectFrom('task')
    .selectAll()
    .select(databaseNow(kind).as('now'))
    .where('status', '=', 'running')
    .execute();
  return rows.map(({ now, ...row }) => ({ ...row, expired: row.lockedUntil === null || row.lockedUntil < now }));
}

/** Of these running tasks, the ones that someone wants stopped. */
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
