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

function needsAnalysis({ what }: ScanChange): boolean {
  if (what.kind === 'new-book') return what.row.analysisDue === 1;
  return what.kind === 'book' && what.change.analysisDue === 1;
}

/**
 * Writes one batch.
 * @returns what took place: a book that another scan has taken meanwhile is left alone
 */
async function writeBatch(tx: Tx, batch: readonly ScanChange[]): Promise<ScanChange[]> {
  const series = batch.flatMap(({ what }) => (what.kind === 'new-series' ? [what.row] : []));
  const books = batch.flatMap(({ what }) => (what.kind === 'new-book' ? [what.row] : []));
  // A renamed series gives its old path free, so changes come first.
  for (const { what } of batch) if (what.kind === 'series') await updateScannedSeries(tx, what.id, what.change);
  await insertFound(tx, series, books);
  const written: ScanChange[] = [];
  for (const change of batch) if (await writeRest(tx, change)) written.push(change);
  return written;
}

/** Whether a change takes place; rows of others than books are written by then. */
async function writeRest(tx: Tx, { what }: ScanChange): Promise<boolean> {
  if (what.kind === 'book') return updateScannedBook(tx, what.id, what.change, what.seen);
  return what.kind === 'publisher' ? fillPublisher(tx, what.id, what.publisher, what.at) : true;
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
  };
}
