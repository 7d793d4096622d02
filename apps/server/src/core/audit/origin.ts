import { AsyncLocalStorage } from 'node:async_hooks';

/** Where a request comes from, in the form in which it is recorded. */
export interface Origin {
  /** Null for text that is no address. */
  readonly ipAddress: string | null;
  /** The program in words: `Firefox on Windows`; null when it does not tell. */
  readonly device: string | null;
}

const origins = new AsyncLocalStorage<() => Origin>();

/** Runs the work of a request. @param read called only when something is recorded */
export function runFrom<Result>(read: () => Origin, work: () => Result): Result {
  return origins.run(read, work);
}

/** Where the running request comes from; nowhere for tasks and commands. */
export function getOrigin(): Origin {
  return origins.getStore()?.() ?? { ipAddress: null, device: null };
}
