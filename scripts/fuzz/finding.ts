import { performance } from 'node:perf_hooks';
import { FormatError } from '../../packages/formats/src/format-error.ts';
import { type Target } from './target.ts';

/** CPU time allowed for one input of up to 64 KiB; readers need some milliseconds. */
const SLOW_MS = 1_500;

/** A failure on an input. */
export interface Finding {
  /** Equal for findings of the same bug. */
  readonly signature: string;
  readonly text: string;
}

/** Feeds a target once. A `FormatError` is the right response to broken input. */
export async function tryInput(target: Target, input: Buffer): Promise<Finding | undefined> {
  const before = process.threadCpuUsage();
  const startedAt = performance.now();
  try {
    await target.run(Buffer.from(input));
  } catch (error) {
    if (!(error instanceof FormatError)) return describe(error);
  }
  // CPU time never exceeds wall time, which is cheaper to read.
  if (performance.now() - startedAt < SLOW_MS) return undefined;
  const { user, system } = process.threadCpuUsage(before);
  const milliseconds = (user + system) / 1_000;
  if (milliseconds < SLOW_MS) return undefined;
  return { signature: 'slow', text: `${Math.round(milliseconds)} ms of CPU for ${input.length} bytes` };
}

function describe(error: unknown): Finding {
  if (!(error instanceof Error)) return { signature: 'no error object', text: String(error) };
  const frame = /packages\/formats\/src\/\S+?:\d+/.exec(error.stack ?? '')?.[0] ?? '';
  return { signature: `${error.name} ${frame}`, text: error.stack ?? error.message };
}

/**
 * Shortens an input while it fails in the same way.
 * @param until `performance.now()` of the end
 */
export async function minimise(
  input: Buffer,
  { stillFails, until }: { readonly stillFails: (candidate: Buffer) => Promise<boolean>; readonly until: number },
): Promise<Buffer> {
  let best = input;
  for (let width = best.length >> 1; width >= 1; width >>= 1) {
    for (let at = 0; at < best.length && performance.now() < until; ) {
      const candidate = Buffer.concat([best.subarray(0, at), best.subarray(at + width)]);
      if (await stillFails(candidate)) best = candidate;
      else at += width;
    }
  }
  return best;
}
