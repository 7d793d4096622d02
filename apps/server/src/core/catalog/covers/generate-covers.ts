import { FormatError } from '@lectern/formats';
import { mapConcurrently } from '#core/map-concurrently.ts';
import { countTargets, listBookTargets, listSeriesTargets } from '#db/repos/covers/cover-targets.repo.ts';
import { findSeriesCover } from '#db/repos/rows/covers.repo.ts';
import type { CoverTask } from '#jobs/task-payloads.ts';
import type { TaskOutcome, TaskRun } from '#jobs/handler.ts';
import { say } from '#words/say.ts';
import { EVERYONE, redrawBook, type RedrawContext, type RedrawOutcome, redrawSeries } from './redraw-cover.ts';

const PAGE = 200;

/** Books drawn in parallel; equals the number of pictures that are encoded in parallel. */
const AT_ONCE = 2;

/** After this many failures in a row, the run assumes a failing disk. */
const MAX_ERRORS = 20;

async function redraw(
  ctx: RedrawContext,
  { of, force }: CoverTask,
  id: string,
  signal: AbortSignal,
): Promise<RedrawOutcome> {
  if (of === 'books') return redrawBook(ctx, id, { force, signal });
  const restored = await redrawSeries(ctx, id, { force, signal });
  const front = await findSeriesCover(ctx.db.read, EVERYONE, id);
  const outcome = front === undefined ? 'left' : await redrawBook(ctx, front.bookId, { force, signal });
  return restored > 0 ? 'drawn' : outcome;
}

/**
 * Redraws the covers of books or series: missing ones, or all of them with `force`. Skips books that wait for analysis.
 * @returns counts, and `again` when the task yielded to a more important one
 * @throws {Error} the last failure that was not the file's fault, after all other covers are drawn
 */
export async function generateCovers(ctx: RedrawContext, wanted: CoverTask, run: TaskRun): Promise<TaskOutcome> {
  const { read } = ctx.db;
  const { of, force } = wanted;
  const counts = { drawn: 0, kept: 0, left: 0, failed: 0 };
  const total = await countTargets(read, of, wanted);
  const list = of === 'books' ? listBookTargets : listSeriesTargets;
  let failuresInRow = 0;
  let lastError: Error | undefined;

  const draw = async (id: string): Promise<void> => {
    run.signal.throwIfAborted();
    const current = counts.drawn + counts.kept + counts.left + counts.failed;
    const { drawn, failed } = counts;
    const message = say('Drawing covers: {drawn} drawn, {failed} failed', { drawn, failed });
    run.report({ current, total: Math.max(total, current), message }, counts);
    try {
      counts[await redraw(ctx, wanted, id, run.signal)] += 1;
      failuresInRow = 0;
    } catch (error) {
      run.signal.throwIfAborted();
      counts.failed += 1;
      if (error instanceof FormatError) return;
      failuresInRow += 1;
      lastError = error instanceof Error ? error : new Error(String(error));
      if (failuresInRow >= MAX_ERRORS) throw error;
    }
  };

  for (let after = ''; ; ) {
    const ids = await list(read, wanted, { after, limit: PAGE });
    const isDone = await mapConcurrently(ids, AT_ONCE, async (id) => {
      // A resumed task continues after the drawn covers, unless it redraws all.
      if (!force && (await run.shouldYield())) return false;
      await draw(id);
      return true;
    });
    if (!isDone) return { result: counts, again: true };
    after = ids.at(-1) ?? '';
    if (ids.length < PAGE) break;
  }
  if (lastError !== undefined) throw lastError;
  return { result: counts };
}
