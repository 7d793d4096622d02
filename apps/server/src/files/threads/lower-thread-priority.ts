import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { setPriority } from 'node:os';
import { basename, join } from 'node:path';

/** As `nice` says it: a thread at 0 that wants a processor gets nine parts of ten of it. */
const NICE = 10;
/** Three quarters: the pool also reads files for requests. */
const POOL_NICE = 5;
/** What the system calls the threads of Node's pool. */
const POOL_THREAD = 'libuv-worker';
const TASKS = '/proc/self/task';

/** Linux counts priorities by thread; elsewhere, and where it is not allowed, all stays as it is. There is no way back. */
function lower(find: () => readonly number[], nice: number): void {
  if (process.platform !== 'linux') return;
  try {
    for (const thread of find()) setPriority(thread, nice);
  } catch {
    // No /proc, or no right to it; a thread that has just ended.
  }
}

/** Lowers the priority of this thread below threads that serve requests. */
export function lowerThreadPriority(): void {
  // The number of the thread that reads it, which is this one.
  lower(() => [Number(basename(readlinkSync('/proc/thread-self')))], NICE);
}

/** Lowers the priority of Node's pool threads, which code pictures, below the event loop, which answers requests. */
export function lowerPoolPriority(): void {
  const isOfPool = (id: string): boolean => readFileSync(join(TASKS, id, 'comm'), 'utf8').trim() === POOL_THREAD;
  lower(() => readdirSync(TASKS).filter(isOfPool).map(Number), POOL_NICE);
}
