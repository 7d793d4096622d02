import type { EventBus } from '#events/bus.ts';

/** Work that many changes of the catalog together ask for once. */
export interface AfterChanges extends AsyncDisposable {
  /** Asks for it too, whatever else did. */
  readonly askFor: () => void;
}

interface Upkeep {
  readonly events: Pick<EventBus, 'onChange'>;
  /** Changes come in crowds: it begins when none has come for so long, in milliseconds … */
  readonly quietMs: number;
  /** … or when they do not end. */
  readonly patienceMs: number;
  /** Never rejects, and stops early when the signal says so. One run begins when the one before it has ended. */
  readonly work: (signal: AbortSignal) => Promise<void>;
}

/** Begins to listen for changes, until it is disposed, which waits for the run that is at work. */
export function afterChanges({ events, quietMs, patienceMs, work }: Upkeep): AfterChanges {
  const stop = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let firstAt: number | undefined;
  let lastAt: number | undefined;
  let running: Promise<void> = Promise.resolve();

  const askFor = (): void => {
    if (stop.signal.aborted) return;
    const now = Date.now();
    // A scan tells of thousands at once: the timer that waits is of this very moment.
    if (firstAt !== undefined && now === lastAt) return;
    lastAt = now;
    firstAt ??= now;
    clearTimeout(timer);
    const wait = Math.max(0, Math.min(quietMs, firstAt + patienceMs - now));
    timer = setTimeout(() => {
      firstAt = undefined;
      running = running.then(async () => work(stop.signal));
    }, wait).unref();
  };
  const subscription = events.onChange(({ name }) => {
    if (name !== 'cover_updated' && name !== 'duplicates_updated') askFor();
  });
  return {
    askFor,
    [Symbol.asyncDispose]: async () => {
      stop.abort();
      subscription[Symbol.dispose]();
      clearTimeout(timer);
      await running;
    },
  };
}
