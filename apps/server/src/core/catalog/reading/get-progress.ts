import type { ReadProgress } from '@lectern/contract';
import { countProgress, findProgress, listProgress as listRows } from '#db/repos/reading/progress.repo.ts';
import type { Listed, PageWanted } from '#core/page.ts';
import type { Viewer } from '#core/viewer.ts';
import { getBookPlace, type ProgressContext } from './save-progress.ts';

/** The viewer's place in a book; undefined without one. Throws `NotFound`. */
export async function getProgress(
  ctx: ProgressContext,
  viewer: Viewer,
  bookId: string,
): Promise<ReadProgress | undefined> {
  const progress = await findProgress(ctx.db.read, viewer, bookId);
  if (progress === undefined) await getBookPlace(ctx, viewer, bookId);
  return progress;
}

/** All places of the viewer, latest first. */
export async function listProgress(
  { db }: ProgressContext,
  viewer: Viewer,
  { page, pageSize }: PageWanted,
): Promise<Listed<ReadProgress>> {
  const [rows, total] = await Promise.all([
    listRows(db.read, viewer, { limit: pageSize, offset: (page - 1) * pageSize }),
    countProgress(db.read, viewer),
  ]);
  return { rows, total };
}
