import { readFileSync } from 'node:fs';

/** One line of the table: measurement, floor and goal. */
export interface Figure {
  readonly row: string;
  readonly what: string;
  readonly ours: number;
  /** Undefined for an absolute goal. */
  readonly floor?: number;
  readonly unit: string;
  /** Ratio to the floor, or an absolute limit in `unit`. */
  readonly goal: number;
  readonly runs: number;
  readonly note?: string;
}

/** The middle value; the lower middle of an even number. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? Number.NaN;
}

/** The value below which `share` (0 to 1) of the values are. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** Kernel clock ticks per second; 100 on every Linux that Node supports. */
const TICKS = 100;

/** The fields of /proc/PID/stat from the state of the process on (proc_pid_stat(5), number 3). */
function statFields(pid: number): readonly string[] {
  const [, fields = ''] = readFileSync(`/proc/${String(pid)}/stat`, 'utf8').split(') ');
  return fields.split(' ');
}

/** CPU seconds (user and system) of a process and its threads, from /proc. */
export function cpuSeconds(pid: number): number {
  const fields = statFields(pid);
  return (Number(fields[11]) + Number(fields[12])) / TICKS;
}

/** The process that started this one. */
export function parentPid(pid: number): number {
  return Number(statFields(pid)[1]);
}

/** CPU seconds of a process, of its children, and of those of its children that have ended. */
export function familyCpuSeconds(pid: number): number {
  const fields = statFields(pid);
  const ended = (Number(fields[13]) + Number(fields[14])) / TICKS;
  const children = readFileSync(`/proc/${String(pid)}/task/${String(pid)}/children`, 'utf8')
    .split(' ')
    .filter(Boolean);
  return children.reduce((sum, child) => sum + cpuSeconds(Number(child)), cpuSeconds(pid) + ended);
}

function statusKib(pid: number, name: string): number {
  const match = new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(readFileSync(`/proc/${String(pid)}/status`, 'utf8'));
  return Number(match?.[1] ?? Number.NaN);
}

/** Resident memory in MiB, now and at its peak. */
export function memoryMib(pid: number): { readonly now: number; readonly peak: number } {
  return { now: statusKib(pid, 'VmRSS') / 1024, peak: statusKib(pid, 'VmHWM') / 1024 };
}

/** Wall seconds of `work`. */
export async function wallSeconds(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return (performance.now() - start) / 1000;
}
