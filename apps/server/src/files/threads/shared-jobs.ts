/** Deduplicates concurrent work of the same name. */
export interface SharedJobs<Value> {
  /**
   * Waits for the job of this name; the first caller starts it.
   * @param work its signal is aborted when no caller waits any more
   * @param signal of this caller: on abort only this call fails, with the signal's reason
   */
  readonly run: (name: string, work: (signal: AbortSignal) => Promise<Value>, signal?: AbortSignal) => Promise<Value>;
}

interface Job<Value> {
  readonly stop: AbortController;
  readonly result: Promise<Value>;
  waiting: number;
}

/** Creates an empty set of jobs. */
export function createSharedJobs<Value>(): SharedJobs<Value> {
  const jobs = new Map<string, Job<Value>>();

  const forget = (name: string, job: Job<Value>): void => {
    if (jobs.get(name) === job) jobs.delete(name);
  };

  const start = (name: string, work: (signal: AbortSignal) => Promise<Value>): Job<Value> => {
    const stop = new AbortController();
    const job: Job<Value> = { stop, result: work(stop.signal), waiting: 0 };
    jobs.set(name, job);
    const done = (): void => forget(name, job);
    // Also prevents an unhandled rejection when no caller waits any more.
    job.result.then(done, done);
    return job;
  };

  const leave = (name: string, job: Job<Value>): void => {
    job.waiting -= 1;
    if (job.waiting > 0) return;
    // A later caller must not join this job, which is about to fail.
    forget(name, job);
    job.stop.abort();
  };

  return {
    run: async (name, work, signal) => {
      signal?.throwIfAborted();
      const job = jobs.get(name) ?? start(name, work);
      job.waiting += 1;
      if (signal === undefined) return await job.result;
      let left: (() => void) | undefined;
      const gone = new Promise<never>((_, reject) => {
        left = () => {
          leave(name, job);
          reject(signal.reason instanceof Error ? signal.reason : new Error('Nobody waits any more'));
        };
        signal.addEventListener('abort', left, { once: true });
      });
      try {
        return await Promise.race([job.result, gone]);
      } finally {
        if (left !== undefined) signal.removeEventListener('abort', left);
      }
    },
  };
}
