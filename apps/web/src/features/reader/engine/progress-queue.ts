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

/** Saves where the reader is: at most one request at a time and one every `delayMs`; the last mark wins. */
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
  let timer: number | undefined;
  let isSending = false;
  let isClosed = false;

  function stop(): void {
    if (timer !== undefined) clearTimer(timer);
    timer = undefined;
  }

  function later(afterMs: number): void {
    timer ??= setTimer(() => {
      timer = undefined;
      void deliver(false);
    }, afterMs);
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
    if (waiting !== undefined && !isClosed) later(outcome === 'retry' ? retryMs : delayMs);
  }

  return {
    push: (mark) => {
      if (isClosed || (waiting === undefined && !isSending && same(stored, mark))) return;
      waiting = mark;
      if (!isSending) later(delayMs);
    },
    flush: (keepalive) => {
      stop();
      void deliver(keepalive);
    },
    close: () => {
      isClosed = true;
      stop();
      void deliver(true);
    },
  };
}
