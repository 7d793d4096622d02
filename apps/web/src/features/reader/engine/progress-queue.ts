/** Progress in the shape of the API. */
export interface ProgressMark {
  readonly currentPage: number;
  readonly progressPercentage?: number;
  readonly locator?: Readonly<Record<string, LocatorValue>>;
}

export type LocatorValue = string | number | boolean | null | { readonly [key: string]: LocatorValue };

/** `retry`: the server is unreachable; `refused`: retrying is pointless. */
export type SendOutcome = 'stored' | 'retry' | 'refused';

interface Sending {
  /** The page is closing and the request must outlive it. */
  readonly keepalive: boolean;
  /** The previous attempt failed or the device slept, so another device may have newer progress. */
  readonly isLate: boolean;
}

export interface ProgressQueueOptions {
  /** Saves one mark. */
  readonly send: (mark: ProgressMark, how: Sending) => Promise<SendOutcome>;
  readonly delayMs: number;
  readonly retryMs: number;
  readonly setTimer: (run: () => void, delayMs: number) => number;
  readonly clearTimer: (timer: number) => void;
  /** Milliseconds of a clock that continues while the device sleeps. */
  readonly now: () => number;
}

/** Throttles progress saves: the first mark is sent at once, then one per `delayMs`. The last mark wins. */
export interface ProgressQueue {
  readonly push: (mark: ProgressMark) => void;
  /** Sends the pending mark now, even after a failure. */
  readonly flush: (keepalive: boolean) => void;
  /** Drops the pending mark. */
  readonly discard: () => void;
  /** Sends the pending mark and accepts no more. */
  readonly close: () => void;
}

const same = (a: ProgressMark | undefined, b: ProgressMark): boolean => JSON.stringify(a) === JSON.stringify(b);

/** A mark older than this many delays counts as late. */
const LATE = 2;

export function createProgressQueue(options: ProgressQueueOptions): ProgressQueue {
  const { send, delayMs, retryMs, setTimer, clearTimer, now } = options;
  let waiting: ProgressMark | undefined;
  let waitingSince = 0;
  let stored: ProgressMark | undefined;
  /** Timer between requests; longer after a failure. */
  let pause: number | undefined;
  let isSending = false;
  let hasFailed = false;
  let isClosed = false;

  function endPause(): void {
    if (pause !== undefined) clearTimer(pause);
    pause = undefined;
  }

  function beginPause(pauseMs: number): void {
    endPause();
    if (isClosed) return;
    pause = setTimer(() => {
      pause = undefined;
      void deliver(false);
    }, pauseMs);
  }

  async function deliver(keepalive: boolean): Promise<void> {
    if (waiting === undefined || (isSending && !keepalive)) return;
    const mark = waiting;
    waiting = undefined;
    isSending = true;
    const isLate = hasFailed || now() - waitingSince > LATE * delayMs;
    const outcome = await send(mark, { keepalive, isLate });
    isSending = false;
    hasFailed = outcome === 'retry';
    if (outcome === 'stored') stored = mark;
    if (outcome === 'retry') waiting ??= mark;
    beginPause(outcome === 'retry' ? retryMs : delayMs);
  }

  return {
    push: (mark) => {
      if (isClosed || (waiting === undefined && !isSending && same(stored, mark))) return;
      waiting = mark;
      waitingSince = now();
      if (pause === undefined) void deliver(false);
    },
    flush: (keepalive) => {
      endPause();
      void deliver(keepalive);
    },
    discard: () => {
      waiting = undefined;
    },
    close: () => {
      isClosed = true;
      endPause();
      void deliver(true);
    },
  };
}
