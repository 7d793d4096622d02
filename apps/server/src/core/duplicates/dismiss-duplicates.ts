import { AppError } from '#core/errors.ts';
import type { Viewer } from '#core/viewer.ts';
import { dismissSeriesGroup, hasVisibleSeriesGroup } from '#db/repos/catalog/duplicate-series.repo.ts';
import { dismissGroup, hasVisibleGroup } from '#db/repos/catalog/duplicates.repo.ts';
import type { DuplicateListContext } from './list-duplicates.ts';

/**
 * Hides a group of books until its books are others.
 * @throws {AppError} `NotFound`
 */
export async function dismissDuplicate(ctx: DuplicateListContext, viewer: Viewer, groupId: string): Promise<void> {
  await ctx.duplicates.refreshBooks();
  if (!(await hasVisibleGroup(ctx.db.read, viewer, groupId))) {
    throw new AppError('NotFound', `Duplicate group ${groupId} not found`);
  }
  await ctx.db.transaction(async (tx) => dismissGroup(tx, groupId, Date.now()));
}

/**
 * Hides a group of series until its series are others.
 * @throws {AppError} `NotFound`
 */
export async function dismissDuplicateSeries(
  ctx: DuplicateListContext,
  viewer: Viewer,
  groupId: string,
): Promise<void> {
  await ctx.duplicates.refreshSeries();
  if (!(await hasVisibleSeriesGroup(ctx.db.read, viewer, groupId))) {
    throw new AppError('NotFound', `Duplicate group ${groupId} not found`);
  }
  await ctx.db.transaction(async (tx) => dismissSeriesGroup(tx, groupId, Date.now()));
}
