/** Runs work at once or in turn; an aborted caller leaves the queue. */
type WaitingLine = <Result>(signal: AbortSignal, work: () => Promise<Result>) => Promise<Result>;

/** Creates a FIFO queue that runs at most `atOnce` works at the same time. */
export function createWaitingLine(atOnce: number): WaitingLine {
  const waiting = new Set<() => void>();
  let running = 0;
  const enter = async (signal: AbortSignal): Promise<void> => {
    signal.throwIfAborted();
    if (running < atOnce) {
      running += 1;
      return;
    }
    await new Promise<void>((resolve, reject) => {
      const leave = (): void => {
        waiting.delete(begin);
        reject(signal.reason instanceof Error ? signal.reason : new Error(String(signal.reason)));
      };
      // A finished work hands its slot to the next one.
      const begin = (): void => {
        signal.removeEventListener('abort', leave);
        waiting.delete(begin);
        resolve();
      };
      signal.addEventListener('abort', leave, { once: true });
      waiting.add(begin);
    });
  };
  const end = (): void => {
    const [next] = waiting;
    if (next === undefined) running -= 1;
    else next();
  };
  return async (signal, work) => {
    await enter(signal);
    try {
      return await work();
    } finally {
      end();
    }
  };
}
