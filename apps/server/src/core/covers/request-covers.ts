import { AppError } from '#core/errors.ts';
import type { Viewer } from '#core/viewer.ts';
import type { Database } from '#db/open.ts';
import { type CoverScope, pickVisible } from '#db/repos/covers/cover-targets.repo.ts';
import { hasVisibleLibrary } from '#db/repos/covers/covers.repo.ts';
import type { CoverTask } from '#jobs/catalog.ts';
import type { EnqueueOptions, Queue } from '#jobs/queue.ts';

interface RequestContext {
  readonly db: Database;
  readonly queue: Queue;
}

/** Whose covers are to be drawn again; of what is given, the first in this order counts. Without any: everything. */
export interface CoversWanted {
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
