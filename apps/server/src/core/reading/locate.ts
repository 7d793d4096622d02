import { Locator } from '@lectern/contract';
import { z } from 'zod';
import { findShape, type KoreaderContext } from '../koreader/find-document.ts';
import { isAddressOf, positionsBefore, type Shape, within } from '../koreader/shape.ts';
import { AppError } from '../errors.ts';
import type { Viewer } from '../viewer.ts';

/** Where in the whole book a locator is. */
export interface BookPosition {
  /** Counts from 1. */
  readonly position: number;
  /** 0 to 1. */
  readonly totalProgression: number;
}

/** A locator of a reader: one of the ways to say where it is must be there. */
export const ReaderLocator = Locator.extend({
  locations: z
    .looseObject(Locator.shape.locations.shape)
    .refine(
      ({ position, progression, totalProgression }) => (position ?? progression ?? totalProgression) !== undefined,
      'must have position, progression or totalProgression',
    ),
});
export type ReaderLocator = z.infer<typeof ReaderLocator>;

/** Whether a locator says where in the whole book it is. */
export function isLocated(locator: ReaderLocator): locator is ReaderLocator & z.infer<typeof Locator> {
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
export async function locate(
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
