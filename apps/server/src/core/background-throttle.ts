import { setImmediate as nextTurn } from 'node:timers/promises';
import { isRequestRecent } from '#metrics/last-request.ts';

interface Loop {
  /** CPU milliseconds of the thread so far: waiting for the database or for a core must not count. */
  readonly activeMs: () => number;
  readonly nextTurn: () => Promise<void>;
  /** Whether a user waits for an answer. */
  readonly isAsked: () => boolean;
  /** CPU milliseconds of all slices so far: background work does not yield to background work. */
  slicesMs: number;
}

/** Items of a slice. The first slice has the least. */
interface ThrottleLimits {
  readonly least: number;
  readonly most: number;
}

/** A slice may take this part of the longest turn of requests, within the limits below. */
const SHARE = 0.15;
const LEAST_SLICE_MS = 4;
/** Also the target while there are no requests. */
const MOST_SLICE_MS = 20;
/** Work of less than this in a turn delays no request. */
const BUSY_MS = 2;
/** Requests get several turns: an event loop accepts one connection a turn, and a browser opens some. */
const MOST_TURNS = 8;
const MOST_MS = 30;
/** A slice grows at most by this factor. */
const GROWTH = 2;

const THIS_PROCESS: Loop = {
  activeMs: () => {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1_000;
  },
  nextTurn: async () => nextTurn(),
  isAsked: isRequestRecent,
  slicesMs: 0,
};

/**
 * Yields to requests until the event loop is nearly idle, or their share is used up.
 * @returns milliseconds of the longest turn of requests, 0 without requests
 */
export async function yieldToRequests(loop: Loop = THIS_PROCESS): Promise<number> {
  const begin = loop.activeMs() - loop.slicesMs;
  let longest = 0;
  for (let turn = 0, before = begin; turn < MOST_TURNS && before - begin < MOST_MS; turn += 1) {
    await loop.nextTurn();
    if (!loop.isAsked()) return 0;
    const after = loop.activeMs() - loop.slicesMs;
    longest = Math.max(longest, after - before);
    if (after - before < BUSY_MS) break;
    before = after;
  }
  return longest;
}

/** Sizes the slices of one kind of background work: small while requests need the event loop, larger otherwise. */
export function createBackgroundThrottle({ least, most }: ThrottleLimits, loop: Loop = THIS_PROCESS) {
  let size = least;
  const adapt = (sliceMs: number, longestMs: number): void => {
    const isBusy = longestMs > BUSY_MS;
    const target = isBusy ? Math.min(MOST_SLICE_MS, Math.max(LEAST_SLICE_MS, longestMs * SHARE)) : MOST_SLICE_MS;
    const fitting = sliceMs <= 0 ? most : Math.round((size * target) / sliceMs);
    size = Math.max(least, Math.min(most, size * GROWTH, fitting));
  };
  return {
    /** Items of the next slice. */
    get size(): number {
      return size;
    },
    /** Runs a slice, yields to requests, and adapts the size. */
    spend: async <Value>(slice: () => Promise<Value>): Promise<Value> => {
      const begin = loop.activeMs();
      const value = await slice();
      const sliceMs = loop.activeMs() - begin;
      loop.slicesMs += sliceMs;
      adapt(sliceMs, await yieldToRequests(loop));
      return value;
    },
  };
}
