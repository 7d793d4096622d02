import { Locator, ProgressUpdate, type ReadProgress } from '@lectern/contract';
import { z } from 'zod';
import { AppError } from '#core/errors.ts';
import type { Viewer } from '#core/viewer.ts';
import { findProgress } from '#db/repos/reading/progress.repo.ts';
import { findLatestSession } from '#db/repos/reading/reading-sessions.repo.ts';
import { findShape, isAddressOf, type KoreaderContext, positionsBefore, type Shape, within } from './find-document.ts';
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

/** Where in the whole book a user is; one of both is there. */
interface PlaceInBook {
  /** Counts from 1. */
  readonly position?: number | undefined;
  /** 0 to 1. */
  readonly totalProgression?: number | undefined;
}

/** A place that a reader tells by a locator. */
interface LocatedPlace {
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

/** Where in the whole book a locator is. */
interface BookPosition {
  /** Counts from 1. */
  readonly position: number;
  /** 0 to 1. */
  readonly totalProgression: number;
}

/** A locator of a reader: one of the ways to say where it is must be there. */
const ReaderLocator = Locator.extend({
  locations: z
    .looseObject(Locator.shape.locations.shape)
    .refine(
      ({ position, progression, totalProgression }) => (position ?? progression ?? totalProgression) !== undefined,
      'must have position, progression or totalProgression',
    ),
});
type ReaderLocator = z.infer<typeof ReaderLocator>;

/** Whether a locator says where in the whole book it is. */
function isLocated(locator: ReaderLocator): locator is ReaderLocator & z.infer<typeof Locator> {
  const { position, totalProgression } = locator.locations;
  return (position ?? totalProgression) !== undefined;
}

const PAGE_ADDRESS = /\/pages\/(\d{1,7})(?:[/?#]|$)/;

function locateIn({ chapters, pageCount }: Shape, href: string, progression: number): BookPosition | undefined {
  const index = chapters?.findIndex(({ path }) => isAddressOf(href, path)) ?? -1;
  const chapter = chapters?.[index];
  if (chapters !== undefined && chapter !== undefined) {
    const before = positionsBefore(chapters, index);
    const total = positionsBefore(chapters, chapters.length);
    const inside = progression * chapter.positions;
    const position = before + Math.min(chapter.positions, Math.floor(inside) + 1);
    return { position, totalProgression: within((before + inside) / total, 0, 1) };
  }
  const page = Number(PAGE_ADDRESS.exec(href)?.[1] ?? 0);
  return page >= 1 && page <= pageCount ? { position: page, totalProgression: page / pageCount } : undefined;
}

/**
 * Where in the whole book a locator is that says no more than where in one part of it: that part is found by its address.
 * @throws {AppError} `NotFound`, or `BadRequest` when the book has no such part
 */
async function locate(
  ctx: KoreaderContext,
  viewer: Viewer,
  bookId: string,
  { href, locations }: ReaderLocator,
): Promise<BookPosition> {
  const shape = await findShape(ctx, viewer, bookId);
  if (shape === undefined) throw new AppError('NotFound', `Book ${bookId} not found`);
  const place = locateIn(shape, href, locations.progression ?? 0);
  if (place !== undefined) return place;
  const message = 'must be a part of the book where nothing else says the place';
  throw new AppError('BadRequest', `Invalid body: locator.href ${message}`, {
    details: [{ path: 'locator.href', message }],
  });
}

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
type LocatorOf = (page: number) => Promise<{ readonly href: string; readonly type: string }>;

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
