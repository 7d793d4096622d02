import { type Profiler, Session } from 'node:inspector/promises';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Executed code, from V8's coverage. */
export interface Coverage {
  /**
   * Characters of source executed for the first time since the last call.
   * @param keep whether they count as executed from now on
   */
  readonly take: (keep: boolean) => Promise<number>;
}

/** The readers and their parsers. */
const WATCHED =
  /^file:.*\/(?:packages\/formats\/src|node_modules\/(?:saxes|htmlparser2|domhandler|entities|xmlchars))\//;

interface Script {
  /** 1 for every character ever executed. */
  readonly everRan: Uint8Array;
  /** The same for the last run. */
  readonly ran: Uint8Array;
}

/** Starts coverage in this thread. Counters are reset with every call, so that its cost depends on what ran. */
export async function startCoverage(): Promise<Coverage> {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  const scripts = new Map<string, Script>();
  const getScript = (url: string): Script => {
    const known = scripts.get(url);
    if (known !== undefined) return known;
    const { length } = readFileSync(fileURLToPath(url), 'utf8');
    const script = { everRan: new Uint8Array(length), ran: new Uint8Array(length) };
    scripts.set(url, script);
    return script;
  };
  return {
    take: async (keep) => {
      const { result } = await session.post('Profiler.takePreciseCoverage');
      return result
        .filter(({ url }) => WATCHED.test(url))
        .reduce((sum, { url, functions }) => sum + mark(getScript(url), functions, keep), 0);
    },
  };
}

/** Marks executed ranges, outer before inner as V8 lists them, then counts new ones. */
function mark({ everRan, ran }: Script, functions: readonly Profiler.FunctionCoverage[], keep: boolean): number {
  ran.fill(0);
  for (const { ranges } of functions) {
    for (const { count, startOffset, endOffset } of ranges) ran.fill(count > 0 ? 1 : 0, startOffset, endOffset);
  }
  let found = 0;
  for (let at = 0; at < ran.length; at++) {
    if (ran[at] === 0 || everRan[at] === 1) continue;
    if (keep) everRan[at] = 1;
    found += 1;
  }
  return found;
}
