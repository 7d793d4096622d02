import { Locator, ProgressUpdate, type ReadProgress } from '@lectern/contract';
import { z } from 'zod';
import type { ChangeContext, ReadContext } from '#core/catalog/contexts.ts';
import { AppError } from '#core/errors.ts';
import type { Viewer } from '#core/viewer.ts';
import { findProgress } from '#db/repos/reading/progress.repo.ts';
import { findLatestSession } from '#db/repos/reading/reading-sessions.repo.ts';
import { say } from '#words/say.ts';
import { findShape, pointsTo, type KoreaderContext, positionsBefore, type Shape, within } from './find-document.ts';
import { getProgress } from './get-progress.ts';
import { getBookPlace, type Reader, saveProgress } from './save-progress.ts';
import { invalidField } from '#core/invalid-field.ts';

/** Position in the whole book. */
interface BookPosition {
  /** Counts from 1. */
  readonly position: number;
  /** 0 to 1. */
  readonly totalProgression: number;
}

/** A locator with at least one kind of position. */
const ReaderLocator = Locator.extend({
  locations: z
    .looseObject(Locator.shape.locations.shape)
    .refine(
      ({ position, progression, totalProgression }) => (position ?? progression ?? totalProgression) !== undefined,
      'must have position, progression or totalProgression',
    ),
});

type ReaderLocator = z.infer<typeof ReaderLocator>;

/** Whether a locator says where it is in the whole book. */
function isLocated(locator: ReaderLocator): locator is ReaderLocator & z.infer<typeof Locator> {
  const { position, totalProgression } = locator.locations;
  return (position ?? totalProgression) !== undefined;
}

const PAGE_ADDRESS = /\/pages\/(\d{1,7})(?:[/?#]|$)/;

function locateIn({ chapters, pageCount }: Shape, href: string, progression: number): BookPosition | undefined {
  const index = chapters?.findIndex(({ path }) => pointsTo(href, path)) ?? -1;
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

/** Finds the position in the book of a locator in one resource. Throws `BadRequest` for another resource. */
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
  throw invalidField('locator.href', say('must be a part of the book'));
}

/** A Readium progression document. */
export const ReaderProgression = z.object({
  modified: z.iso.datetime({ offset: true }),
  device: z.object({ id: z.string().min(1).max(200), name: z.string().max(200) }).optional(),
  locator: ReaderLocator,
});

export type ReaderProgression = z.infer<typeof ReaderProgression>;

/** Epoch seconds. Some readers reject a time with a fraction, and then lose their own place. */
function wholeSeconds(timestamp: string): number {
  return Math.floor(Date.parse(timestamp) / 1_000);
}

/** Makes the locator of a page, for a place without a stored one. */
type LocatorMaker = (page: number) => Promise<{ readonly href: string; readonly type: string }>;

/** The viewer's place: the stored locator, else one for the page; undefined without a place. Throws `NotFound`. */
export async function getReaderProgression(
  ctx: ReadContext,
  viewer: Viewer,
  bookId: string,
  makeLocator: LocatorMaker,
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
    : { ...(await makeLocator(position)), locations: { position, totalProgression: share } };
  const modified = new Date(wholeSeconds(updatedAt) * 1_000).toISOString().replace('.000Z', 'Z');
  return { modified, device: { id: session?.deviceId ?? 'lectern', name: session?.deviceName ?? 'Lectern' }, locator };
}

/**
 * Stores a place under the reader's own time, so that a reader with a slow clock is compared with itself. A future time
 * counts as now.
 * @throws {AppError} `NotFound`; `Conflict` when a later place is stored; `BadRequest` for a place outside the book
 */
export async function saveReaderProgression(
  ctx: ChangeContext & KoreaderContext,
  { viewer, device }: Reader,
  bookId: string,
  { modified, device: given, locator }: ReaderProgression,
): Promise<void> {
  const known = await findProgress(ctx.db.read, viewer, bookId);
  if (known !== undefined && wholeSeconds(known.updatedAt) > wholeSeconds(modified)) {
    throw new AppError('Conflict', say('The server has newer progress in this book'));
  }
  const from = given === undefined ? device : { ...device, deviceId: given.id, name: given.name };
  const place = isLocated(locator) ? locator.locations : await locate(ctx, viewer, bookId, locator);
  await saveProgression(ctx, { viewer, device: from }, bookId, {
    locator,
    place,
    reachedAt: Date.parse(modified),
  });
}

/** The stored Readium locator of the viewer; undefined without one. Throws `NotFound`. */
export async function getProgression(
  ctx: ReadContext,
  viewer: Viewer,
  bookId: string,
): Promise<ReadProgress['locator']> {
  return (await getProgress(ctx, viewer, bookId))?.locator;
}

/** Place in the whole book; at least one field is given. */
interface PlaceInBook {
  /** Counts from 1. */
  readonly position?: number | undefined;
  /** 0 to 1. */
  readonly totalProgression?: number | undefined;
}

/** A place with its locator. */
interface LocatedPlace {
  readonly locator: object;
  readonly place: PlaceInBook;
  /** By the clock of the device, epoch milliseconds; now by default. */
  readonly reachedAt?: number | undefined;
}

/** Stores a Readium locator as sent; its position becomes the page. Throws `NotFound`. */
export async function saveProgression(
  ctx: ChangeContext,
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
