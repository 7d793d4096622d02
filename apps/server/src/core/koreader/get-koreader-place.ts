import {
  findKoreaderPlace,
  isBookVisible,
  type KoreaderPlace,
  listKoreaderPlacesOf,
} from '#db/repos/reading/koreader.repo.ts';
import { findProgress } from '#db/repos/reading/progress.repo.ts';
import { findLatestSession } from '#db/repos/reading/reading-sessions.repo.ts';
import type { Viewer } from '../viewer.ts';
import { findDocument, type FoundDocument, type KoreaderContext } from './find-document.ts';
import type { ToldPlace } from './read-place.ts';
import { settlePlace } from './settle-places.ts';
import { tellPlace } from './tell-place.ts';

/** A place as KOReader is told it. */
export interface KnownPlace extends ToldPlace {
  readonly device: string;
  readonly deviceId: string;
  /** Epoch milliseconds. */
  readonly savedAt: number;
}

function asTold({ progress, percentage, device, deviceId, savedAt }: KoreaderPlace): KnownPlace {
  return { progress, percentage, device, deviceId: deviceId ?? '', savedAt };
}

/** Where the viewer is in a book: the words of the device that told it, or else made of what is known. */
async function tellPlaceIn(
  { db }: KoreaderContext,
  viewer: Viewer,
  { bookId, shape }: FoundDocument,
): Promise<KnownPlace | undefined> {
  const progress = await findProgress(db.read, viewer, bookId);
  if (progress === undefined) return undefined;
  const savedAt = Date.parse(progress.updatedAt);
  const reading = { userId: viewer.userId, bookId };
  const told = await listKoreaderPlacesOf(db.read, reading);
  const same = told.find((place) => place.savedAt === savedAt && place.page === progress.currentPage);
  if (same !== undefined) return asTold(same);
  const session = await findLatestSession(db.read, reading);
  return {
    ...tellPlace(progress, shape),
    device: session?.deviceName ?? 'Lectern',
    deviceId: session?.deviceId ?? 'lectern',
    savedAt,
  };
}

/**
 * Where the viewer is in a document; undefined when nothing is known, or when its book may not be seen any more. A document
 * without a book has the place that was told last.
 */
export async function getKoreaderPlace(
  ctx: KoreaderContext,
  viewer: Viewer,
  document: string,
): Promise<KnownPlace | undefined> {
  const known = await findKoreaderPlace(ctx.db.read, viewer.userId, document);
  const names = { document, nameHash: known?.nameHash ?? null, bookId: known?.bookId ?? null };
  const found = await findDocument(ctx, viewer, names);
  if (found !== undefined) {
    // The viewer may not have seen it when the place came.
    if (known?.bookId === null) await settlePlace(ctx, viewer, known);
    return await tellPlaceIn(ctx, viewer, found);
  }
  if (known === undefined) return undefined;
  const isHidden = known.bookId !== null && !(await isBookVisible(ctx.db.read, viewer, known.bookId));
  return isHidden ? undefined : asTold(known);
}
