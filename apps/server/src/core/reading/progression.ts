import { type Locator, ProgressUpdate, type ReadProgress } from '@lectern/contract';
import type { z } from 'zod';
import type { Viewer } from '../viewer.ts';
import { getProgress } from './get-progress.ts';
import { getBookPlace, type ProgressContext, type Reader, saveProgress } from './save-progress.ts';

/**
 * The viewer's place in a book as the Readium locator that a device stored; undefined when there is none.
 * @throws {AppError} `NotFound`
 */
export async function getProgression(
  ctx: ProgressContext,
  viewer: Viewer,
  bookId: string,
): Promise<ReadProgress['locator']> {
  return (await getProgress(ctx, viewer, bookId))?.locator;
}

/**
 * Stores the viewer's place in a book as a Readium locator: its position is the page, its total progression the share.
 * @throws {AppError} `NotFound`
 */
export async function saveProgression(
  ctx: ProgressContext,
  reader: Reader,
  bookId: string,
  locator: z.infer<typeof Locator>,
): Promise<void> {
  const { pageCount } = await getBookPlace(ctx, reader.viewer, bookId);
  const { position, totalProgression } = locator.locations;
  const wanted = position ?? Math.round((totalProgression ?? 0) * pageCount);
  const currentPage = Math.max(1, pageCount === 0 ? wanted : Math.min(wanted, pageCount));
  const update = { currentPage, locator, progressPercentage: totalProgression };
  await saveProgress(ctx, reader, bookId, ProgressUpdate.parse(update));
}
