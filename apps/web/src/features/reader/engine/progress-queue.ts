/** Where the reader is, as the server keeps it. */
export interface ProgressMark {
  readonly currentPage: number;
  readonly progressPercentage?: number;
  readonly locator?: Readonly<Record<string, LocatorValue>>;
}

export type LocatorValue = string | number | boolean | null | { readonly [key: string]: LocatorValue };

/** `retry`: the server cannot be reached; `refused`: trying again is pointless. */
export type SendOutcome = 'stored' | 'retry' | 'refused';

interface Sending {
  /** The page is going away and the request must outlive it. */
  readonly keepalive: boolean;
  /**
   * The try before this one failed, or the device slept: time has passed since the mark was made, and the reader may have gone on
   * elsewhere.
   */
  readonly isLate: boolean;
}

export interface ProgressQueueOptions {
  /** Stores a mark. */
  readonly send: (mark: ProgressMark, how: Sending) => Promise<SendOutcome>;
  readonly delayMs: number;
  readonly retryMs: number;
  readonly setTimer: (run: () => void, delayMs: number) => number;
  readonly clearTimer: (timer: number) => void;
  /** Milliseconds of a clock that goes on while the device sleeps. */
  readonly now: () => number;
}

/** Saves where the reader is: the first mark at once, then at most one request every `delayMs`; the last mark wins. */
export interface ProgressQueue {
  readonly push: (mark: ProgressMark) => void;
  /** Sends what waits now, also when the last try failed. */
  readonly flush: (keepalive: boolean) => void;
  /** Forgets what waits. */
  readonly discard: () => void;
  /** Sends what waits and takes no more. */
  readonly close: () => void;
}

const same = (a: ProgressMark | undefined, b: ProgressMark): boolean => JSON.stringify(a) === JSON.stringify(b);

/** In how many times the usual delay a mark gets late. */
const LATE = 2;

export function createProgressQueue(options: ProgressQueueOptions): ProgressQueue {
  const { send, delayMs, retryMs, setTimer, clearTimer, now } = options;
  let waiting: ProgressMark | undefined;
  let waitingSince = 0;
  let stored: ProgressMark | undefined;
  /** Runs while nothing may be sent: after every request, longer after one that failed. */
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
