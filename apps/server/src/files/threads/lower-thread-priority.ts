import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { setPriority } from 'node:os';
import { basename, join } from 'node:path';

/** As `nice` says it: a thread at 0 that wants a processor gets nine parts of ten of it. */
const NICE = 10;
/** Three parts of four: the pool also reads files that somebody waits for. */
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

/** Lets the threads of whoever waits for an answer go before this one. */
export function lowerThreadPriority(): void {
  // The number of the thread that reads it, which is this one.
  lower(() => [Number(basename(readlinkSync('/proc/thread-self')))], NICE);
}

/** Lets the event loop go before the threads of Node's pool, which code pictures: it answers everybody. */
export function lowerPoolPriority(): void {
  const isOfPool = (id: string): boolean => readFileSync(join(TASKS, id, 'comm'), 'utf8').trim() === POOL_THREAD;
  lower(() => readdirSync(TASKS).filter(isOfPool).map(Number), POOL_NICE);
}
