import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Viewer } from '#core/viewer.ts';
import type { ReadDb } from '#db/open.ts';
import { countFinished, type SessionSums, type Span, sumBySlot } from '#db/repos/reading/statistics.repo.ts';
import { SLOT_MS } from './calendar.ts';

/** Mutable sums of reading sessions. */
export interface Sums {
  measuredMs: number;
  inferredMs: number;
  pages: number;
  sessions: number;
  withoutDuration: number;
  /** Finished books; of periods only. */
  finished: number;
}

/** Sums of zero. */
export function emptySums(): Sums {
  return { measuredMs: 0, inferredMs: 0, pages: 0, sessions: 0, withoutDuration: 0, finished: 0 };
}

/** Adds a row to the sums. */
export function addTo(sums: Sums, row: SessionSums): void {
  sums.measuredMs += row.measuredMs;
  sums.inferredMs += row.inferredMs;
  sums.pages += row.pages;
  sums.sessions += row.sessions;
  sums.withoutDuration += row.withoutDuration;
}

/** Adds up periods. */
export function addPeriods(periods: Iterable<Sums>): Sums {
  const total = emptySums();
  for (const period of periods) {
    addTo(total, period);
    total.finished += period.finished;
  }
  return total;
}

/** The value of a key, inserted when it is missing. */
export function getOrInsert<Key, Value>(map: Map<Key, Value>, key: Key, create: () => Value): Value {
  let value = map.get(key);
  if (value === undefined) {
    value = create();
    map.set(key, value);
  }
  return value;
}

/** The sums in the shape of the contract. */
export function toPart({ measuredMs, inferredMs, pages, sessions }: Sums) {
  const duration = { measuredMs, inferredMs, totalMs: measuredMs + inferredMs };
  return { duration, pagesRead: pages, sessions };
}

/** A month of heavy reading is one query. Requests get a turn between two queries. */
const PIECE_MS = 31 * 86_400_000;

/** Runs a query for each piece of a span, one after the other. */
export async function forEachPiece(span: Span, work: (piece: Span) => Promise<void>): Promise<void> {
  for (let { from } = span; from < span.before; from += PIECE_MS) {
    await work({ from, before: Math.min(from + PIECE_MS, span.before) });
    await nextTurn();
  }
}

/** Adds the sessions and finished books of a span to their periods. */
export async function addSlots(db: ReadDb, viewer: Viewer, span: Span, getPeriod: (at: number) => Sums): Promise<void> {
  for (const row of await sumBySlot(db, viewer, span, SLOT_MS)) addTo(getPeriod(row.slot * SLOT_MS), row);
  for (const { slot, count } of await countFinished(db, viewer, span, SLOT_MS))
    getPeriod(slot * SLOT_MS).finished += count;
}
