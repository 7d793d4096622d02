/** Does work now or when its turn comes; who does not want it any more leaves the line. */
export type WaitingLine = <Result>(signal: AbortSignal, work: () => Promise<Result>) => Promise<Result>;

/**
 * Makes a line whose works are done in the order in which they came, some of them at the same time.
 * @param atOnce at least 1
 */
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
      // Whoever ends hands the place over.
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
