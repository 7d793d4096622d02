import type { MetricsHistory, MetricsRange } from '@lectern/contract';
import type { Logger } from 'pino';
import { quantile, sinceState } from '#metrics/histogram.ts';
import { type LoopReading, type LoopWatch, watchLoop } from '#metrics/loop-watch.ts';
import { roundThousandths } from './exposition.ts';
import { type Reading, type ReadingContext, takeReading } from './reading.ts';

type Row = { readonly [Name in keyof MetricsHistory['columns']]: number };

/** Metrics of the last day, in memory: a third of a megabyte. Disposing stops the recording. */
export interface History extends Disposable {
  readonly show: (range: MetricsRange) => MetricsHistory;
  /** Event loop delays since the last full minute. */
  readonly loop: () => LoopReading;
  /** Ends a step of the recent range now; every twelfth step also ends a minute. */
  readonly step: () => Promise<void>;
}

const STEP_MS = 5_000;
const STEPS_A_MINUTE = 12;
const RANGES = {
  recent: { stepSeconds: 5, maxSteps: 120 },
  day: { stepSeconds: 60, maxSteps: 1_440 },
} as const;

function deriveRow(now: Reading, before: Reading, loop: LoopReading): Row {
  const elapsedMs = Math.max(1, now.at - before.at);
  const { databaseMs, cpuMs, ...sums } = now.sums;
  const counted = Object.fromEntries(
    Object.entries(sums).map(([name, value]) => [name, value - before.sums[name as keyof typeof sums]]),
  ) as typeof sums;
  const durations = sinceState(now.durations, before.durations);
  return {
    ...counted,
    ...now.levels,
    requestP50Ms: roundThousandths(quantile(durations, 0.5)),
    requestP95Ms: roundThousandths(quantile(durations, 0.95)),
    requestP99Ms: roundThousandths(quantile(durations, 0.99)),
    databaseBusy: roundThousandths(Math.max(0, databaseMs - before.sums.databaseMs) / elapsedMs),
    cpu: roundThousandths(Math.max(0, cpuMs - before.sums.cpuMs) / elapsedMs),
    eventLoopP50Ms: roundThousandths(loop.p50Ms),
    eventLoopP99Ms: roundThousandths(loop.p99Ms),
    eventLoopMaxMs: roundThousandths(loop.maxMs),
  };
}

class Steps implements Disposable {
  readonly loop: LoopWatch = watchLoop();
  readonly #range: MetricsRange;
  readonly #times: Float64Array;
  readonly #columns = new Map<string, Float64Array>();
  #before: Reading;
  #count = 0;

  constructor(range: MetricsRange, first: Reading) {
    this.#range = range;
    this.#before = first;
    this.#times = new Float64Array(RANGES[range].maxSteps);
    for (const name of Object.keys(deriveRow(first, first, this.loop.read()))) {
      this.#columns.set(name, new Float64Array(RANGES[range].maxSteps));
    }
  }

  end(now: Reading, time: number): void {
    const row = deriveRow(now, this.#before, this.loop.read());
    const at = this.#count % this.#times.length;
    this.#times[at] = time;
    for (const [name, value] of Object.entries(row)) {
      const column = this.#columns.get(name);
      if (column !== undefined) column[at] = value;
    }
    this.#before = now;
    this.#count += 1;
    this.loop.restart();
  }

  show(): MetricsHistory {
    const range = this.#range;
    const inOrder = (ring: Float64Array): number[] => {
      const next = this.#count % ring.length;
      return this.#count < ring.length
        ? [...ring.subarray(0, next)]
        : [...ring.subarray(next), ...ring.subarray(0, next)];
    };
    const columns = Object.fromEntries([...this.#columns].map(([name, ring]) => [name, inOrder(ring)]));
    return { range, ...RANGES[range], times: inOrder(this.#times), columns: columns as MetricsHistory['columns'] };
  }

  [Symbol.dispose](): void {
    this.loop[Symbol.dispose]();
  }
}

/** Takes the first reading, and starts a timer for one every five seconds. */
export async function startHistory(ctx: ReadingContext, log: Logger): Promise<History> {
  const first = await takeReading(ctx);
  const recent = new Steps('recent', first);
  const day = new Steps('day', first);
  let count = 0;
  const step = async (): Promise<void> => {
    const reading = await takeReading(ctx);
    const time = Date.now();
    recent.end(reading, time);
    count += 1;
    if (count % STEPS_A_MINUTE === 0) day.end(reading, time);
  };
  let isStepping = false;
  const timer = setInterval(() => {
    // A slow database makes the step longer; the next step contains the rest.
    if (isStepping) return;
    isStepping = true;
    step()
      .catch((error: unknown) => log.warn({ err: error }, 'no reading for the metrics'))
      .finally(() => {
        isStepping = false;
      });
  }, STEP_MS).unref();
  return {
    show: (range) => (range === 'recent' ? recent : day).show(),
    loop: () => day.loop.read(),
    step,
    [Symbol.dispose]: () => {
      clearInterval(timer);
      for (const steps of [recent, day]) steps[Symbol.dispose]();
    },
  };
}
