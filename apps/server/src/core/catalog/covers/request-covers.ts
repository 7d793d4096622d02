import type { QueueContext } from '../contexts.ts';
import { AppError } from '#core/errors.ts';
import type { Viewer } from '#core/viewer.ts';
import { type CoverScope, pickVisible } from '#db/repos/covers/cover-targets.repo.ts';
import { hasVisibleLibrary } from '#db/repos/rows/covers.repo.ts';
import type { CoverTask } from '#jobs/task-payloads.ts';
import type { EnqueueOptions } from '#jobs/queue.ts';

/** Whose covers to redraw. The first given field in this order counts; without any, all covers. */
interface CoversWanted {
  readonly of: CoverTask['of'];
  readonly force?: boolean | undefined;
  readonly bookIds?: readonly string[] | undefined;
  readonly seriesIds?: readonly string[] | undefined;
  readonly seriesId?: string | undefined;
  readonly libraryId?: string | undefined;
}

async function visibleIds(
  { db }: QueueContext,
  viewer: Viewer,
  of: 'books' | 'series',
  ids: readonly string[],
): Promise<readonly string[]> {
  const found = await pickVisible(db.read, viewer, of, ids);
  if (found.length > 0) return found;
  throw new AppError('NotFound', `${of === 'books' ? 'Book' : 'Series'} ${ids.slice(0, 3).join(', ')} not found`);
}

/** The visible part of what is wanted. */
async function resolveScope(ctx: QueueContext, viewer: Viewer, wanted: CoversWanted): Promise<CoverScope> {
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

/** Queues a task that redraws covers. Throws `NotFound` when the viewer sees none of the owners. */
export async function requestCovers(
  ctx: QueueContext,
  viewer: Viewer,
  wanted: CoversWanted,
  options: EnqueueOptions = {},
): Promise<{ readonly taskId: string }> {
  const scope = await resolveScope(ctx, viewer, wanted);
  const payload: CoverTask = { of: wanted.of, force: wanted.force ?? false, ...scope };
  const taskId = await ctx.db.transaction(async (tx) => ctx.queue.enqueue(tx, 'generate_thumbnails', payload, options));
  return { taskId };
}
