import type { EventBus } from '#events/bus.ts';

interface Upkeep {
  readonly events: Pick<EventBus, 'onChange'>;
  /** A run starts this long after the last change … */
  readonly quietMs: number;
  /** … and at the latest this long after the first one. */
  readonly patienceMs: number;
  /** Must not reject. Runs do not overlap. */
  readonly work: (signal: AbortSignal) => Promise<void>;
}

/** Debounces work that follows changes of the catalog. Disposing aborts a run and waits for its end. */
export function debounceChanges({ events, quietMs, patienceMs, work }: Upkeep) {
  const stop = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let firstAt: number | undefined;
  let lastAt: number | undefined;
  let running: Promise<void> = Promise.resolve();

  const askFor = (): void => {
    if (stop.signal.aborted) return;
    const now = Date.now();
    // A scan emits thousands of events in one millisecond: the timer is already set.
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
    /** Schedules a run as a change does. */
    askFor,
    [Symbol.asyncDispose]: async (): Promise<void> => {
      stop.abort();
      subscription[Symbol.dispose]();
      clearTimeout(timer);
      await running;
    },
  };
}
