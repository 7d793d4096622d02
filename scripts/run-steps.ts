import { dirname } from 'node:path';
import { runTool } from './run-tool.ts';

/** A script of the repository with its arguments, run by this Node. */
export interface Step {
  readonly name: string;
  readonly command: readonly string[];
}

/** Result of a step; `output` has both streams in order. */
export interface Finished {
  readonly name: string;
  readonly ok: boolean;
  readonly durationMs: number;
  readonly output: string;
}

const root = dirname(import.meta.dirname);

const LIMIT_MS = 15 * 60_000;

/** Runs steps in order, `width` at a time; `report` receives each at its end. */
export async function runSteps(
  steps: readonly Step[],
  width: number,
  report: (step: Finished) => void,
): Promise<readonly Finished[]> {
  const waiting = [...steps];
  const finished: Finished[] = [];
  const takeTurns = async (): Promise<void> => {
    for (let step = waiting.shift(); step !== undefined; step = waiting.shift()) {
      const result = await runStep(step);
      finished.push(result);
      report(result);
    }
  };
  await Promise.all(Array.from({ length: Math.max(1, width) }, takeTurns));
  return finished;
}

async function runStep({ name, command }: Step): Promise<Finished> {
  const started = performance.now();
  const { ok, output } = await runTool({ command, cwd: root, limitMs: LIMIT_MS, isQuiet: true });
  return { name, ok, durationMs: performance.now() - started, output };
}
