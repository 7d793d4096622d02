/** Where the reader is, as the server keeps it. */
export interface ProgressMark {
  readonly currentPage: number;
  readonly progressPercentage?: number;
  readonly locator?: Readonly<Record<string, LocatorValue>>;
}

export type LocatorValue = string | number | boolean | null | { readonly [key: string]: LocatorValue };

export interface ProgressQueueOptions {
  /**
   * Stores a mark. `keepalive`: the page is going away and the request must outlive it.
   * Answers `retry` when the server cannot be reached, `refused` when trying again is pointless.
   */
  readonly send: (mark: ProgressMark, keepalive: boolean) => Promise<'stored' | 'retry' | 'refused'>;
  readonly delayMs: number;
  readonly retryMs: number;
  readonly setTimer: (run: () => void, delayMs: number) => number;
  readonly clearTimer: (timer: number) => void;
}

/** Saves where the reader is: the first mark at once, then at most one request every `delayMs`; the last mark wins. */
export interface ProgressQueue {
  readonly push: (mark: ProgressMark) => void;
  /** Sends what waits now, also when the last try failed. */
  readonly flush: (keepalive: boolean) => void;
  /** Sends what waits and takes no more. */
  readonly close: () => void;
}

const same = (a: ProgressMark | undefined, b: ProgressMark): boolean => JSON.stringify(a) === JSON.stringify(b);

export function createProgressQueue(options: ProgressQueueOptions): ProgressQueue {
  const { send, delayMs, retryMs, setTimer, clearTimer } = options;
  let waiting: ProgressMark | undefined;
  let stored: ProgressMark | undefined;
  /** Runs while nothing may be sent: after every request, longer after one that failed. */
  let pause: number | undefined;
  let isSending = false;
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
    const outcome = await send(mark, keepalive);
    isSending = false;
    if (outcome === 'stored') stored = mark;
    if (outcome === 'retry') waiting ??= mark;
    beginPause(outcome === 'retry' ? retryMs : delayMs);
  }

  return {
    push: (mark) => {
      if (isClosed || (waiting === undefined && !isSending && same(stored, mark))) return;
      waiting = mark;
      if (pause === undefined) void deliver(false);
    },
    flush: (keepalive) => {
      endPause();
      void deliver(keepalive);
    },
    close: () => {
      isClosed = true;
      endPause();
      void deliver(true);
    },
  };
}
