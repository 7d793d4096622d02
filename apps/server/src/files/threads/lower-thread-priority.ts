import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { setPriority } from 'node:os';
import { basename, join } from 'node:path';

/** A `nice` value: a competing thread at 0 gets nine tenths of the processor. */
const NICE = 10;
/** Three quarters: the pool also reads files for requests. */
const POOL_NICE = 5;
/** Linux name of Node's pool threads. */
const POOL_THREAD = 'libuv-worker';
const TASKS = '/proc/self/task';

/** Linux has priorities by thread. Elsewhere, or without permission, nothing changes. It cannot be undone. */
function lower(find: () => readonly number[], nice: number): void {
  if (process.platform !== 'linux') return;
  try {
    for (const thread of find()) setPriority(thread, nice);
  } catch {
    // No /proc, no permission, or the thread has ended.
  }
}

/** Lowers the priority of this thread below threads that serve requests. */
export function lowerThreadPriority(): void {
  // The id of the calling thread.
  lower(() => [Number(basename(readlinkSync('/proc/thread-self')))], NICE);
}

/** Lowers Node's pool threads, which code pictures, below the event loop. */
export function lowerPoolPriority(): void {
  const isOfPool = (id: string): boolean => readFileSync(join(TASKS, id, 'comm'), 'utf8').trim() === POOL_THREAD;
  lower(() => readdirSync(TASKS).filter(isOfPool).map(Number), POOL_NICE);
}
