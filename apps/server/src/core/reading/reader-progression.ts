import { z } from 'zod';
import { findProgress } from '#db/repos/reading/progress.repo.ts';
import { findLatestSession } from '#db/repos/reading/reading-sessions.repo.ts';
import { AppError } from '../errors.ts';
import type { Viewer } from '../viewer.ts';
import type { KoreaderContext } from '../koreader/find-document.ts';
import { isLocated, locate, ReaderLocator } from './locate.ts';
import { saveProgression } from './progression.ts';
import { getBookPlace, type ProgressContext, type ProgressWriteContext, type Reader } from './save-progress.ts';

/** A place in a book as Readium's readers exchange it, with when and on what it was reached. */
export const ReaderProgression = z.object({
  modified: z.iso.datetime({ offset: true }),
  device: z.object({ id: z.string().min(1).max(200), name: z.string().max(200) }).optional(),
  locator: ReaderLocator,
});
export type ReaderProgression = z.infer<typeof ReaderProgression>;

/** Epoch seconds. Some readers refuse a time with a fraction, and drop their own place with it. */
function wholeSeconds(timestamp: string): number {
  return Math.floor(Date.parse(timestamp) / 1_000);
}

/** Makes the locator of a page, for a place that came without one. */
export type LocatorOf = (page: number) => Promise<{ readonly href: string; readonly type: string }>;

/**
 * The viewer's place in a book: the very locator that a reader stored, else one for the page; undefined when there is none.
 * @throws {AppError} `NotFound`
 */
export async function getReaderProgression(
  ctx: ProgressContext,
  viewer: Viewer,
  bookId: string,
  locatorOf: LocatorOf,
): Promise<ReaderProgression | undefined> {
  const { pageCount } = await getBookPlace(ctx, viewer, bookId);
  const progress = await findProgress(ctx.db.read, viewer, bookId);
  if (progress === undefined) return undefined;
  const session = await findLatestSession(ctx.db.read, { userId: viewer.userId, bookId });
  const { currentPage: position, completed, progressPercentage, updatedAt } = progress;
  const stored = ReaderLocator.safeParse(progress.locator);
  const share = completed ? 1 : (progressPercentage ?? (pageCount === 0 ? 0 : Math.min(1, position / pageCount)));
  const locator = stored.success
    ? stored.data
    : { ...(await locatorOf(position)), locations: { position, totalProgression: share } };
  const modified = new Date(wholeSeconds(updatedAt) * 1_000).toISOString().replace('.000Z', 'Z');
  return { modified, device: { id: session?.deviceId ?? 'lectern', name: session?.deviceName ?? 'Lectern' }, locator };
}

/**
 * Stores a place that a reader reached, under the time that the reader says, so that a reader whose clock is behind is compared
 * with itself. A time in the future counts as now.
 * @throws {AppError} `NotFound`, `Conflict` when a later place is known, or `BadRequest` for a place that is not in the book
 */
export async function saveReaderProgression(
  ctx: ProgressWriteContext & KoreaderContext,
  { viewer, device }: Reader,
  bookId: string,
  { modified, device: given, locator }: ReaderProgression,
): Promise<void> {
  const known = await findProgress(ctx.db.read, viewer, bookId);
  if (known !== undefined && wholeSeconds(known.updatedAt) > wholeSeconds(modified)) {
    throw new AppError('Conflict', `A later place in book ${bookId} is known, of ${known.updatedAt}`);
  }
  const from = given === undefined ? device : { ...device, deviceId: given.id, name: given.name };
  const place = isLocated(locator) ? locator.locations : await locate(ctx, viewer, bookId, locator);
  await saveProgression(ctx, { viewer, device: from }, bookId, {
    locator,
    place,
    reachedAt: Date.parse(modified),
  });
}
