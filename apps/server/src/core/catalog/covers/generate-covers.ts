import { FormatError } from '@lectern/formats';
import { AppError } from '#core/errors.ts';
import { mapConcurrently } from '#core/map-concurrently.ts';
import type { Viewer } from '#core/viewer.ts';
import type { Database } from '#db/open.ts';
import {
  countTargets,
  type CoverScope,
  listBookTargets,
  listSeriesTargets,
  pickVisible,
} from '#db/repos/covers/cover-targets.repo.ts';
import { findSeriesCover, hasVisibleLibrary } from '#db/repos/rows/covers.repo.ts';
import type { CoverTask } from '#jobs/task-payloads.ts';
import type { TaskOutcome, TaskRun } from '#jobs/handler.ts';
import type { EnqueueOptions, Queue } from '#jobs/queue.ts';
import { redrawBook, type RedrawContext, type RedrawOutcome, redrawSeries } from './redraw-cover.ts';

const PAGE = 200;
/** Books whose covers are drawn at once: as many pictures as are coded at a time. */
const AT_ONCE = 2;
/** So many failing files in a row are a failing disk. */
const MAX_ERRORS = 20;
/** The server's own eyes. */
const EVERYONE = { userId: '' };

/** One run over a set of covers. */
class Generation {
  readonly counts = { drawn: 0, kept: 0, left: 0, failed: 0 };
  readonly #ctx: RedrawContext;
  readonly #wanted: CoverTask;
  readonly #run: TaskRun;
  #total = 0;
  #errors = 0;
  #lastError: Error | undefined;

  constructor(ctx: RedrawContext, wanted: CoverTask, run: TaskRun) {
    this.#ctx = ctx;
    this.#wanted = wanted;
    this.#run = run;
  }

  async generate(): Promise<TaskOutcome> {
    const { of, force } = this.#wanted;
    const { read } = this.#ctx.db;
    this.#total = await countTargets(read, of, this.#wanted);
    const list = of === 'books' ? listBookTargets : listSeriesTargets;
    let after = '';
    for (;;) {
      const ids = await list(read, this.#wanted, { after, limit: PAGE });
      const isDone = await mapConcurrently(ids, AT_ONCE, async (id) => {
        // A resumed task continues after the drawn covers, unless it redraws all.
        if (!force && (await this.#run.shouldYield())) return false;
        await this.#draw(id);
        return true;
      });
      if (!isDone) return { result: this.counts, again: true };
      after = ids.at(-1) ?? '';
      if (ids.length < PAGE) break;
    }
    if (this.#lastError !== undefined) throw this.#lastError;
    return { result: this.counts };
  }

  async #draw(id: string): Promise<void> {
    this.#run.signal.throwIfAborted();
    this.#report();
    try {
      this.counts[await this.#redraw(id)] += 1;
      this.#errors = 0;
    } catch (error) {
      this.#run.signal.throwIfAborted();
      this.counts.failed += 1;
      if (error instanceof FormatError) return;
      this.#errors += 1;
      this.#lastError = error instanceof Error ? error : new Error(String(error));
      if (this.#errors >= MAX_ERRORS) throw error;
    }
  }

  async #redraw(id: string): Promise<RedrawOutcome> {
    const options = { force: this.#wanted.force, signal: this.#run.signal };
    if (this.#wanted.of === 'books') return redrawBook(this.#ctx, id, options);
    const restored = await redrawSeries(this.#ctx, id, options);
    const front = await findSeriesCover(this.#ctx.db.read, EVERYONE, id);
    const outcome = front === undefined ? 'left' : await redrawBook(this.#ctx, front.bookId, options);
    return restored > 0 ? 'drawn' : outcome;
  }

  #report(): void {
    const { drawn, kept, left, failed } = this.counts;
    const current = drawn + kept + left + failed;
    const message = `Drawing covers: ${String(drawn)} drawn, ${String(failed)} failed`;
    this.#run.report({ current, total: Math.max(this.#total, current), message }, this.counts);
  }
}

/**
 * Draws the covers of a set of books or series again, a few at a time: those that are missing, or all of them. A book
 * that waits for its analysis gets its cover there.
 * @returns numbers, and `again` when it made way for something more important
 * @throws {Error} what failed for some file without being the file's fault: the others are drawn by then
 */
export async function generateCovers(ctx: RedrawContext, wanted: CoverTask, run: TaskRun): Promise<TaskOutcome> {
  return new Generation(ctx, wanted, run).generate();
}

interface RequestContext {
  readonly db: Database;
  readonly queue: Queue;
}

/** Whose covers are to be drawn again; of what is given, the first in this order counts. Without any: everything. */
interface CoversWanted {
  readonly of: CoverTask['of'];
  readonly force?: boolean | undefined;
  readonly bookIds?: readonly string[] | undefined;
  readonly seriesIds?: readonly string[] | undefined;
  readonly seriesId?: string | undefined;
  readonly libraryId?: string | undefined;
}

async function visibleIds(
  { db }: RequestContext,
  viewer: Viewer,
  of: 'books' | 'series',
  ids: readonly string[],
): Promise<readonly string[]> {
  const found = await pickVisible(db.read, viewer, of, ids);
  if (found.length > 0) return found;
  throw new AppError('NotFound', `${of === 'books' ? 'Book' : 'Series'} ${ids.slice(0, 3).join(', ')} not found`);
}

/** What the viewer may see of what is wanted; of a list, what is hidden is left out. */
async function scopeOf(ctx: RequestContext, viewer: Viewer, wanted: CoversWanted): Promise<CoverScope> {
  const { bookIds, libraryId } = wanted;
  const seriesIds = wanted.seriesIds ?? (wanted.seriesId === undefined ? undefined : [wanted.seriesId]);
  if (bookIds !== undefined) return { bookIds: await visibleIds(ctx, viewer, 'books', bookIds) };
  if (seriesIds !== undefined) return { seriesIds: await visibleIds(ctx, viewer, 'series', seriesIds) };
  if (libraryId === undefined) return viewer.libraryIds === undefined ? {} : { libraryIds: viewer.libraryIds };
  if (!(await hasVisibleLibrary(ctx.db.read, viewer, libraryId))) {
    throw new AppError('NotFound', `Library ${libraryId} not found`);
  }
  return { libraryIds: [libraryId] };
}

/**
 * Has covers drawn again: those that are missing, or with `force` all of them.
 * @returns the task that does it
 * @throws {AppError} `NotFound` when nothing of what is named can be seen
 */
export async function requestCovers(
  ctx: RequestContext,
  viewer: Viewer,
  wanted: CoversWanted,
  options: EnqueueOptions = {},
): Promise<{ readonly taskId: string }> {
  const scope = await scopeOf(ctx, viewer, wanted);
  const payload: CoverTask = { of: wanted.of, force: wanted.force ?? false, ...scope };
  const taskId = await ctx.db.transaction(async (tx) => ctx.queue.enqueue(tx, 'generate_thumbnails', payload, options));
  return { taskId };
}
