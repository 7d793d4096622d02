import { setImmediate as nextTurn } from 'node:timers/promises';
import { isSomebodyThere } from '#metrics/last-request.ts';

/** What a pace goes by: in the process its event loop. */
interface Loop {
  /**
   * Milliseconds of processor time that the thread of the event loop has used so far: neither waiting for a database nor for a
   * processor that others use makes work look large.
   */
  readonly activeMs: () => number;
  /** Lets everything go first that is ready by now. */
  readonly nextTurn: () => Promise<void>;
  /** Whether a user asks for something at the moment. */
  readonly isAsked: () => boolean;
  /** Milliseconds that slices of all paces have taken: background work need not make way for other background work. */
  slicesMs: number;
}

/** Batch size of background work: small while requests need the event loop, larger while they do not. */
interface BackgroundThrottle {
  /** Pieces of the next slice. */
  readonly size: number;
  /** Runs a slice, yields to requests, and measures both. */
  readonly spend: <Value>(slice: () => Promise<Value>) => Promise<Value>;
}

/** Limits of a slice, in pieces; it begins with the least. */
interface ThrottleLimits {
  readonly least: number;
  readonly most: number;
}

/** What a slice may take of the time that others take, while they wait for each other … */
const SHARE = 0.15;
/** … in these limits, the upper one while no request is served. */
const LEAST_SLICE_MS = 4;
const MOST_SLICE_MS = 20;
/** A turn in which others need less than this delays no request. */
const BUSY_MS = 2;
/**
 * Others get so many turns one after the other, and so much time, before background work goes on. It is several, because a loop takes
 * in one new connection a turn: what a browser asks for arrives over some of them.
 */
const MOST_TURNS = 8;
const MOST_MS = 30;
/** One slice is no more than so many times the one before it. */
const GROWTH = 2;

const THIS_PROCESS: Loop = {
  activeMs: () => {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1_000;
  },
  nextTurn: async () => nextTurn(),
  isAsked: isSomebodyThere,
  slicesMs: 0,
};

/** Milliseconds of work outside slices. */
function othersMs({ activeMs, slicesMs }: Loop): number {
  return activeMs() - slicesMs;
}

/**
 * Yields to requests until the event loop is nearly idle, or until they had their share.
 * @returns milliseconds of the longest turn that others took, 0 without requests
 */
export async function othersFirst(loop: Loop = THIS_PROCESS): Promise<number> {
  const begin = othersMs(loop);
  let longest = 0;
  for (let turn = 0, before = begin; turn < MOST_TURNS && before - begin < MOST_MS; turn += 1) {
    await loop.nextTurn();
    if (!loop.isAsked()) return 0;
    const after = othersMs(loop);
    longest = Math.max(longest, after - before);
    if (after - before < BUSY_MS) break;
    before = after;
  }
  return longest;
}

/** A pace of one kind of work. */
export function createBackgroundThrottle(
  { least, most }: ThrottleLimits,
  loop: Loop = THIS_PROCESS,
): BackgroundThrottle {
  let size = least;
  const learn = (sliceMs: number, longestMs: number): void => {
    const isBusy = longestMs > BUSY_MS;
    const target = isBusy ? Math.min(MOST_SLICE_MS, Math.max(LEAST_SLICE_MS, longestMs * SHARE)) : MOST_SLICE_MS;
    const fitting = sliceMs <= 0 ? most : Math.round((size * target) / sliceMs);
    size = Math.max(least, Math.min(most, size * GROWTH, fitting));
  };
  return {
    get size() {
      return size;
    },
    spend: async (slice) => {
      const begin = loop.activeMs();
      const value = await slice();
      const sliceMs = loop.activeMs() - begin;
      loop.slicesMs += sliceMs;
      learn(sliceMs, await othersFirst(loop));
      return value;
    },
  };
}
