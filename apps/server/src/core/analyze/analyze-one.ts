import type { TaskOutcome, TaskRun } from '#jobs/handler.ts';
import type { BookAnalyzer } from './book-analyzer.ts';

const RESULTS = {
  ready: { ready: 1, failed: 0, left: 0 },
  failed: { ready: 0, failed: 1, left: 0 },
  changing: { ready: 0, failed: 0, left: 1 },
  gone: { ready: 0, failed: 0, left: 1 },
} as const;

/** Analyses one book because someone asked for it: before all others. */
export async function analyzeOne(
  ctx: { readonly analyzer: BookAnalyzer },
  bookId: string,
  run: TaskRun,
): Promise<TaskOutcome> {
  run.signal.throwIfAborted();
  run.report({ current: 0, total: 1, message: 'Reading the book' });
  const outcome = await ctx.analyzer.analyze(bookId, { background: false, signal: run.signal });
  run.report({ current: 1, total: 1, message: 'Done' });
  return { result: RESULTS[outcome] };
}
