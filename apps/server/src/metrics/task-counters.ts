import { Histogram } from './histogram.ts';

/** How the run of a task ended. */
export type RunEnding = 'completed' | 'failed' | 'retried' | 'cancelled' | 'yielded';

/** One finished run of a task. */
export interface CountedRun {
  readonly type: string;
  readonly ending: RunEnding;
  readonly durationMs: number;
  /** From when it was due until it started. */
  readonly waitedMs: number;
  readonly result: object | undefined;
}

/** Runs of one type of task. */
export interface TypeCounter {
  readonly endings: Record<RunEnding, number>;
  readonly durations: Histogram;
  readonly waits: Histogram;
}

/** Totals of scans. */
export interface ScanTotals {
  completed: number;
  failed: number;
  files: number;
  booksAdded: number;
  booksUpdated: number;
  booksDeleted: number;
  booksRestored: number;
}

function numberIn(result: object, name: string): number {
  const value: unknown = Object.entries(result).find(([key]) => key === name)?.[1];
  return typeof value === 'number' && value > 0 ? value : 0;
}

/** Runs of tasks since the process started. */
export class TaskCounters {
  readonly byType = new Map<string, TypeCounter>();
  readonly scans: ScanTotals = {
    completed: 0,
    failed: 0,
    files: 0,
    booksAdded: 0,
    booksUpdated: 0,
    booksDeleted: 0,
    booksRestored: 0,
  };

  count(run: CountedRun): void {
    let counter = this.byType.get(run.type);
    if (counter === undefined) {
      const endings = { completed: 0, failed: 0, retried: 0, cancelled: 0, yielded: 0 };
      counter = { endings, durations: new Histogram(), waits: new Histogram() };
      this.byType.set(run.type, counter);
    }
    counter.endings[run.ending] += 1;
    counter.durations.observe(run.durationMs);
    counter.waits.observe(run.waitedMs);
    if (run.type === 'scan_library') this.#countScan(run);
  }

  #countScan({ ending, result }: CountedRun): void {
    if (ending === 'failed') this.scans.failed += 1;
    if (ending !== 'completed') return;
    this.scans.completed += 1;
    if (result === undefined) return;
    this.scans.files += numberIn(result, 'filesProcessed');
    for (const name of ['booksAdded', 'booksUpdated', 'booksDeleted', 'booksRestored'] as const) {
      this.scans[name] += numberIn(result, name);
    }
  }
}
