import { type ResourceLimits, Worker } from 'node:worker_threads';

/** What a thread runs, and with how much memory. */
export interface ThreadKind {
  /** The module it runs, which answers requests one after the other. */
  readonly entry: URL;
  readonly limits?: ResourceLimits;
  /** What it is told when it starts; JSON. */
  readonly data?: object;
}

/** A thread that is kept for longer than this gives its memory back. */
const IDLE_MS = 60_000;

/** Threads without work or owner, by what they are. */
const spare = new Map<string, Worker[]>();
let spareLimit = 0;

/**
 * Keeps so many threads of each kind for the next owner in this process, instead of ending them: loading what a thread runs takes
 * longer than reading a few books. For a process that opens many servers one after the other; others keep none.
 */
export function keepSpareThreads(limit: number): void {
  spareLimit = limit;
  for (const workers of spare.values()) for (const worker of workers.splice(limit)) void worker.terminate();
}

function formatKind({ entry, limits, data }: ThreadKind): string {
  return `${entry.href} ${JSON.stringify([limits, data])}`;
}

/** Removes all listeners of these events; Node keeps its own for other events. */
function silence(worker: Worker): void {
  for (const event of ['message', 'error', 'exit']) worker.removeAllListeners(event);
}

/** A thread that has nothing to do yet; the caller owns it. */
export function takeThread(kind: ThreadKind): Worker {
  const kept = spare.get(formatKind(kind))?.pop();
  if (kept !== undefined) {
    silence(kept);
    return kept;
  }
  return startThread(kind);
}

function startThread({ entry, limits, data }: ThreadKind): Worker {
  return new Worker(entry, { resourceLimits: limits, workerData: data });
}

/** Starts a spare thread ahead of the next request for its kind, so that its module is loaded by then. */
export function warmUpThread(kind: ThreadKind): void {
  if ((spare.get(formatKind(kind)) ?? []).length === 0) keep(kind, startThread(kind));
}

/** Takes back a thread that has answered all it was asked. */
export async function releaseThread(kind: ThreadKind, worker: Worker): Promise<void> {
  if ((spare.get(formatKind(kind)) ?? []).length >= spareLimit) {
    await worker.terminate();
    return;
  }
  silence(worker);
  keep(kind, worker);
}

/** Keeps a thread for the next owner, for a while. */
function keep(kind: ThreadKind, worker: Worker): void {
  const name = formatKind(kind);
  spare.set(name, [...(spare.get(name) ?? []), worker]);
  const forget = (): void => {
    const left = spare.get(name) ?? [];
    if (!left.includes(worker)) return;
    spare.set(
      name,
      left.filter((other) => other !== worker),
    );
    void worker.terminate();
  };
  worker.once('exit', forget);
  worker.once('error', forget);
  worker.unref();
  setTimeout(forget, IDLE_MS).unref();
}
