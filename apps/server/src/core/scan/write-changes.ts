import { setImmediate as nextTurn } from 'node:timers/promises';
import type { EntityEvent } from '@lectern/contract';
import { fillPublisher } from '#core/analyze/fill-series.ts';
import type { Database, Tx } from '#db/open.ts';
import {
  type BookChange,
  hasLibrary,
  insertFound,
  type NewBook,
  type NewSeries,
  type SeenPlace,
  type SeriesChange,
  updateScannedBook,
  updateScannedSeries,
} from '#db/repos/scan.repo.ts';
import type { EventBus } from '#events/bus.ts';
import type { Queue } from '#jobs/queue.ts';
import { TaskFailure } from '#jobs/failure.ts';

/** One row that a scan makes or changes, and what is told about it once it is committed. */
export interface ScanChange {
  readonly what:
    | { readonly kind: 'new-series'; readonly row: NewSeries }
    | { readonly kind: 'new-book'; readonly row: NewBook }
    | { readonly kind: 'series'; readonly id: string; readonly change: SeriesChange }
    | { readonly kind: 'publisher'; readonly id: string; readonly publisher: string | null; readonly at: number }
    | { readonly kind: 'book'; readonly id: string; readonly change: BookChange; readonly seen: SeenPlace };
  readonly event?: EntityEvent;
}

/** Writes a scan's changes a few at a time: each transaction is short, and what is written stays when the scan is cut off. */
export interface ChangeWriter {
  readonly push: (change: ScanChange) => Promise<void>;
  /** Adds changes of which none is to be there without the others; so many that no short transaction holds them are cut. */
  readonly pushTogether: (changes: readonly ScanChange[]) => Promise<void>;
  /** Writes what is left. */
  readonly flush: () => Promise<void>;
}

interface WriterContext {
  readonly db: Database;
  readonly events: EventBus;
  readonly queue: Queue;
}

interface ScanIdentity {
  readonly libraryId: string;
  /** The scan's task: analysis that it queues belongs to it. */
  readonly taskId: string;
}

/** Changes of one transaction: few enough that requests hardly notice. */
const BATCH = 50;
/** Changes that belong together go into one transaction up to this many. */
const MAX_TOGETHER = 500;

function needsAnalysis({ what }: ScanChange): boolean {
  if (what.kind === 'new-book') return what.row.analysisDue === 1;
  return what.kind === 'book' && what.change.analysisDue === 1;
}

/** Changes of one kind that come one after the other are written by one statement where there is one for them. */
function inRuns(batch: readonly ScanChange[]): ScanChange[][] {
  const runs: ScanChange[][] = [];
  for (const change of batch) {
    const run = runs.at(-1);
    if (run !== undefined && run[0]?.what.kind === change.what.kind) run.push(change);
    else runs.push([change]);
  }
  return runs;
}

/**
 * Writes one batch in its order: a path is given to one only after another has left it.
 * @returns what took place: a book that another scan has taken meanwhile is left alone
 */
async function writeBatch(tx: Tx, batch: readonly ScanChange[]): Promise<ScanChange[]> {
  const written: ScanChange[] = [];
  for (const run of inRuns(batch)) {
    const series = run.flatMap(({ what }) => (what.kind === 'new-series' ? [what.row] : []));
    const books = run.flatMap(({ what }) => (what.kind === 'new-book' ? [what.row] : []));
    await insertFound(tx, series, books);
    for (const change of run) if (await writeOne(tx, change)) written.push(change);
  }
  return written;
}

/** Whether a change takes place; rows that are new are written by then. */
async function writeOne(tx: Tx, { what }: ScanChange): Promise<boolean> {
  switch (what.kind) {
    case 'book':
      return updateScannedBook(tx, what.id, what.change, what.seen);
    case 'publisher':
      return fillPublisher(tx, what.id, what.publisher, what.at);
    case 'series':
      await updateScannedSeries(tx, what.id, what.change);
      return true;
    default:
      return true;
  }
}

/** Makes a writer for one scan. */
export function createChangeWriter(ctx: WriterContext, scan: ScanIdentity, signal: AbortSignal): ChangeWriter {
  let batch: ScanChange[] = [];
  const flush = async (): Promise<void> => {
    if (batch.length === 0) return;
    signal.throwIfAborted();
    const changes = batch;
    batch = [];
    const { libraryId, taskId } = scan;
    await ctx.db.transaction(async (tx) => {
      if (!(await hasLibrary(tx.read, libraryId))) throw new TaskFailure('The library was removed during the scan');
      const written = await writeBatch(tx, changes);
      if (written.some(needsAnalysis)) {
        await ctx.queue.enqueue(tx, 'analyze_library', { libraryId }, { parentId: taskId });
      }
      tx.afterCommit(() => {
        for (const { event } of written) if (event !== undefined) ctx.events.emit(event);
      });
    });
    // Requests that came meanwhile go first: a transaction of SQLite comes back without a look at them.
    await nextTurn();
  };
  return {
    flush,
    push: async (change) => {
      batch.push(change);
      if (batch.length >= BATCH) await flush();
    },
    pushTogether: async (changes) => {
      if (batch.length + changes.length > BATCH) await flush();
      for (let from = 0; from < changes.length; from += MAX_TOGETHER) {
        batch.push(...changes.slice(from, from + MAX_TOGETHER));
        if (batch.length >= BATCH) await flush();
      }
    },
  };
}
