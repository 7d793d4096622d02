import { DEFAULT_LIMITS } from '@lectern/formats';

/** Width times height of what is decoded at most, all frames of an animation together. */
export const MAX_PIXELS = DEFAULT_LIMITS.pixels;

/** After this long the making of one picture is given up. */
export const MAX_SECONDS = 30;

/** The library's threads are shared with files and inflating: more pictures in flight would starve page reads. */
const SLOTS = 2;

/** Who waits for a picture: a page that someone looks at is made before a cover of a scan. */
export type CodingPriority = 'viewer' | 'background';

interface Waiting {
  readonly priority: CodingPriority;
  readonly start: () => void;
}

/** Lets two pictures be coded at a time in the whole process. */
export interface CodingSlots {
  /**
   * Runs `work` when its turn has come.
   * @param signal takes the work out of the line; what runs already runs to its end
   */
  readonly run: <Value>(work: () => Promise<Value>, priority: CodingPriority, signal?: AbortSignal) => Promise<Value>;
  /** Waits for a turn that ends when it is disposed. */
  readonly take: (priority: CodingPriority, signal?: AbortSignal) => Promise<Disposable>;
}

/** One for the process: everything that codes pictures shares it. */
export function createCodingSlots(): CodingSlots {
  const waiting: Waiting[] = [];
  let free = SLOTS;

  const take = async (priority: CodingPriority, signal: AbortSignal | undefined): Promise<void> => {
    signal?.throwIfAborted();
    if (free > 0) {
      free -= 1;
      return;
    }
    await new Promise<void>((resolve, reject) => {
      const leave = (): void => {
        waiting.splice(waiting.indexOf(place), 1);
        reject(signal?.reason instanceof Error ? signal.reason : new Error('Nobody waits for the picture any more'));
      };
      const start = (): void => {
        signal?.removeEventListener('abort', leave);
        resolve();
      };
      const place: Waiting = { priority, start };
      signal?.addEventListener('abort', leave, { once: true });
      waiting.push(place);
    });
  };

  const release = (): void => {
    const wanted = waiting.findIndex(({ priority }) => priority === 'viewer');
    const [next] = waiting.splice(Math.max(0, wanted), 1);
    // A slot goes from hand to hand: nobody who comes later can take it in between.
    if (next === undefined) free += 1;
    else next.start();
  };

  return {
    take: async (priority, signal) => {
      await take(priority, signal);
      return { [Symbol.dispose]: release };
    },
    run: async (work, priority, signal) => {
      await take(priority, signal);
      try {
        return await work();
      } finally {
        release();
      }
    },
  };
}
