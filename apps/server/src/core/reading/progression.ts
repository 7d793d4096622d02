import { ProgressUpdate, type ReadProgress } from '@lectern/contract';
import type { Viewer } from '../viewer.ts';
import { getProgress } from './get-progress.ts';
import {
  getBookPlace,
  type ProgressContext,
  type ProgressWriteContext,
  type Reader,
  saveProgress,
} from './save-progress.ts';

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

/** Where in the whole book somebody is; one of both is there. */
export interface PlaceInBook {
  /** Counts from 1. */
  readonly position?: number | undefined;
  /** 0 to 1. */
  readonly totalProgression?: number | undefined;
}

/** A place that a reader tells by a locator. */
export interface LocatedPlace {
  readonly locator: object;
  readonly place: PlaceInBook;
  /** When the device reached it by its own clock, epoch milliseconds; absent is now. */
  readonly reachedAt?: number | undefined;
}

/**
 * Stores the viewer's place in a book as a Readium locator, word by word: the position is the page, the total progression the
 * share.
 * @throws {AppError} `NotFound`
 */
export async function saveProgression(
  ctx: ProgressWriteContext,
  reader: Reader,
  bookId: string,
  { locator, place, reachedAt }: LocatedPlace,
): Promise<void> {
  const { pageCount } = await getBookPlace(ctx, reader.viewer, bookId);
  const { position, totalProgression } = place;
  const wanted = position ?? Math.round((totalProgression ?? 0) * pageCount);
  const currentPage = Math.max(1, pageCount === 0 ? wanted : Math.min(wanted, pageCount));
  const update = { currentPage, locator, progressPercentage: totalProgression };
  await saveProgress(ctx, reader, bookId, { ...ProgressUpdate.parse(update), reachedAt });
}
