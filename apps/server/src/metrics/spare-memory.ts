/** How often is looked whether there is anything to do. */
const LOOK_MS = 5_000;
/** Processor time within one look above which the process was at work. */
const BUSY_MS = 100;
/** Looks without work, one after the other, before anything is given back. */
const QUIET_LOOKS = 2;

/** From the start on until what it left behind is given back: whoever waited for the server is answered first. */
const SETTLE_MS = 2_000;

/** What is asked of the engine. */
interface Engine {
  /** Milliseconds of processor time that the process has used so far. */
  readonly cpuMs: () => number;
  /** Collects all garbage, and gives memory back to the system; undefined where it was not started with `--expose-gc`. */
  readonly collect: (() => Promise<void>) | undefined;
}

function thisProcess(): Engine {
  const { gc } = globalThis;
  return {
    cpuMs: () => {
      const { user, system } = process.cpuUsage();
      return (user + system) / 1000;
    },
    collect:
      gc === undefined ? undefined : async () => gc({ type: 'major', execution: 'async', flavor: 'last-resort' }),
  };
}

/**
 * Gives back what the start left behind, soon after it, and what other work did, when the process has come to rest. The engine
 * collects when memory is asked for: at rest it would hold its garbage for days, and what a large book needs would come on top of
 * that of the start. It takes a tenth or two of a second, in which a request would wait: after the start once, and later when
 * no request came for a while.
 */
export function giveBackSpareMemory({ cpuMs, collect }: Engine = thisProcess()): Disposable {
  if (collect === undefined) return { [Symbol.dispose]: () => undefined };
  let before = cpuMs();
  let quietLooks = 0;
  const look = async (): Promise<void> => {
    const now = cpuMs();
    quietLooks = now - before > BUSY_MS ? 0 : quietLooks + 1;
    before = now;
    if (quietLooks !== QUIET_LOOKS) return;
    await collect();
    // Its own work is none that leaves something behind.
    before = cpuMs();
  };
  const first = setTimeout(() => void collect(), SETTLE_MS).unref();
  const timer = setInterval(() => void look(), LOOK_MS).unref();
  return {
    [Symbol.dispose]: () => {
      clearTimeout(first);
      clearInterval(timer);
    },
  };
}
