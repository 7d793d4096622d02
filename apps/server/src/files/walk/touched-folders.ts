/** Debounce times for touched folders. */
export interface TouchTimes {
  /** A folder is reported after this long without any change, or twice as long without one of its own. */
  readonly quietMs: number;
  /** A folder that keeps changing is reported after this long. */
  readonly maxWaitMs: number;
  /** Least time between two reports. */
  readonly gapMs: number;
}

/** Collects touched folders until they come to rest. */
export interface TouchedFolders extends Disposable {
  readonly touch: (folder: string) => void;
}

/** Defaults: a new file is read within ten seconds, a thousand at once make few scans. */
export const TOUCH_TIMES: TouchTimes = { quietMs: 2_000, maxWaitMs: 30_000, gapMs: 5_000 };

interface Touch {
  readonly first: number;
  last: number;
}

/**
 * Debounces a burst of changes.
 * @param onRest called with the folders at rest; others wait
 */
export function collectTouched(
  { quietMs, maxWaitMs, gapMs }: TouchTimes,
  onRest: (folders: readonly string[]) => void,
): TouchedFolders {
  const touched = new Map<string, Touch>();
  let timer: NodeJS.Timeout | undefined;
  let notBefore = Number.NEGATIVE_INFINITY;
  let lastOfAll = 0;
  const dueAt = ({ first, last }: Touch): number =>
    Math.max(notBefore, Math.min(lastOfAll + quietMs, last + 2 * quietMs, first + maxWaitMs));
  const schedule = (): void => {
    const next = Math.min(...[...touched.values()].map(dueAt));
    timer = touched.size === 0 ? undefined : setTimeout(reportRested, Math.max(0, next - performance.now())).unref();
  };
  const reportRested = (): void => {
    const now = performance.now();
    const ready = [...touched].filter(([, touch]) => dueAt(touch) <= now).map(([folder]) => folder);
    for (const folder of ready) touched.delete(folder);
    if (ready.length > 0) {
      notBefore = now + gapMs;
      onRest(ready);
    }
    schedule();
  };
  return {
    touch: (folder) => {
      const now = performance.now();
      lastOfAll = now;
      const known = touched.get(folder);
      if (known === undefined) touched.set(folder, { first: now, last: now });
      else known.last = now;
      if (timer === undefined) schedule();
    },
    [Symbol.dispose]: () => {
      clearTimeout(timer);
      touched.clear();
    },
  };
}
