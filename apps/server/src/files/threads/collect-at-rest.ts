/** Without work for this long a thread collects its garbage. */
const REST_MS = 1_000;

/** What a thread tells about its work. */
export interface RestWatch {
  readonly begin: () => void;
  readonly end: () => void;
}

/** What is asked of the engine. */
interface Engine {
  /** Collects all garbage of this thread; undefined where the process was not started with `--expose-gc`. */
  readonly collect: (() => void) | undefined;
}

function thisThread(): Engine {
  const { gc } = globalThis;
  if (gc === undefined) return { collect: undefined };
  return {
    collect: () => {
      gc({ type: 'major', execution: 'sync', flavor: 'last-resort' });
    },
  };
}

/**
 * Has a thread collect its garbage soon after its last work. The engine collects when memory is asked for: a thread that has
 * nothing to do would hold what the last book left behind until it ends.
 * @param letGo makes garbage of what the next work would have found ready
 */
export function collectAtRest({ collect }: Engine = thisThread(), letGo?: () => void): RestWatch {
  let working = 0;
  let timer: NodeJS.Timeout | undefined;
  return {
    begin: () => {
      working += 1;
      clearTimeout(timer);
    },
    end: () => {
      working -= 1;
      if (working > 0 || collect === undefined) return;
      timer = setTimeout(() => {
        letGo?.();
        collect();
      }, REST_MS).unref();
    },
  };
}
