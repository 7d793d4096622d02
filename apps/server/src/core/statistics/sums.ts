import { setImmediate as nextTurn } from 'node:timers/promises';
import type { SessionSums, Span } from '#db/repos/reading/statistics.repo.ts';

/** Sums that grow. */
export interface Sums {
  measuredMs: number;
  inferredMs: number;
  pages: number;
  sessions: number;
  withoutDuration: number;
}

/** Nothing yet. */
export function noReading(): Sums {
  return { measuredMs: 0, inferredMs: 0, pages: 0, sessions: 0, withoutDuration: 0 };
}

/** Adds what a row says. */
export function addTo(sums: Sums, row: SessionSums): void {
  sums.measuredMs += row.measuredMs;
  sums.inferredMs += row.inferredMs;
  sums.pages += row.pages;
  sums.sessions += row.sessions;
  sums.withoutDuration += row.withoutDuration;
}

/** The sums under a key, begun when they are not there. */
export function sumsOf<Key, Value>(map: Map<Key, Value>, key: Key, begin: () => Value): Value {
  let sums = map.get(key);
  if (sums === undefined) {
    sums = begin();
    map.set(key, sums);
  }
  return sums;
}

/** As the contract has them. */
export function toPart({ measuredMs, inferredMs, pages, sessions }: Sums) {
  const duration = { measuredMs, inferredMs, totalMs: measuredMs + inferredMs };
  return { duration, pagesRead: pages, sessions };
}

/** Those with most reading first: by time, then by pages. */
export function mostFirst(one: Sums, other: Sums): number {
  const time = ({ measuredMs, inferredMs }: Sums): number => measuredMs + inferredMs;
  const longer = time(other) - time(one);
  return longer === 0 ? other.pages - one.pages : longer;
}

/** A month of somebody who reads all day is summed at once; requests get their turn between two. */
const PIECE_MS = 31 * 86_400_000;

/** Runs a query for each piece of a span, one after the other. */
export async function inPieces(span: Span, work: (piece: Span) => Promise<void>): Promise<void> {
  for (let { from } = span; from < span.before; from += PIECE_MS) {
    await work({ from, before: Math.min(from + PIECE_MS, span.before) });
    await nextTurn();
  }
}
