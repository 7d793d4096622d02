import { readFileSync } from 'node:fs';

/** One line of the table: what was measured, against which floor, and the goal of the performance note. */
export interface Figure {
  readonly row: string;
  readonly what: string;
  readonly ours: number;
  /** Undefined where the goal is absolute. */
  readonly floor?: number;
  readonly unit: string;
  /** Goal as a ratio to the floor when there is one, else an absolute limit in `unit`. */
  readonly goal: number;
  readonly runs: number;
  readonly note?: string;
}

/** The middle value; of an even number of values the lower middle. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? Number.NaN;
}

/** The value below which `share` (0 to 1) of the values lie. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** Kernel clock ticks a second; 100 on every Linux that Node runs on. */
const TICKS = 100;

/** CPU seconds (user and system) that a process and its threads used so far, from /proc. */
export function cpuSeconds(pid: number): number {
  const fields =
    readFileSync(`/proc/${String(pid)}/stat`, 'utf8')
      .split(') ')[1]
      ?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / TICKS;
}

function statusKib(pid: number, name: string): number {
  const match = new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(readFileSync(`/proc/${String(pid)}/status`, 'utf8'));
  return Number(match?.[1] ?? Number.NaN);
}

/** Resident memory in MiB, now and at its peak. */
export function memoryMib(pid: number): { readonly now: number; readonly peak: number } {
  return { now: statusKib(pid, 'VmRSS') / 1024, peak: statusKib(pid, 'VmHWM') / 1024 };
}

/** Runs `work` and gives the seconds it took on the wall. */
export async function wallSeconds(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return (performance.now() - start) / 1000;
}
