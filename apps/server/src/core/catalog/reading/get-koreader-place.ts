import type { Viewer } from '#core/viewer.ts';
import {
  findKoreaderPlace,
  isBookVisible,
  type KoreaderPlace,
  listBookKoreaderPlaces,
} from '#db/repos/reading/koreader.repo.ts';
import { findProgress } from '#db/repos/reading/progress.repo.ts';
import { findLatestSession } from '#db/repos/reading/reading-sessions.repo.ts';
import { findDocument, type FoundDocument, type KoreaderContext } from './find-document.ts';
import { toKoreaderPlace, type ToldPlace } from './koreader-place.ts';
import { resolvePlace } from './resolve-places.ts';

/** A place as it is sent to KOReader. */
interface KnownPlace extends ToldPlace {
  readonly device: string;
  readonly deviceId: string;
  /** Epoch milliseconds. */
  readonly savedAt: number;
}

function toKnownPlace({ progress, percentage, device, deviceId, savedAt }: KoreaderPlace): KnownPlace {
  return { progress, percentage, device, deviceId: deviceId ?? '', savedAt };
}

/** The viewer's place: what the last device sent if it is still current, else converted progress. */
async function readKoreaderPlace(
  { db }: KoreaderContext,
  viewer: Viewer,
  { bookId, shape }: FoundDocument,
): Promise<KnownPlace | undefined> {
  const progress = await findProgress(db.read, viewer, bookId);
  if (progress === undefined) return undefined;
  const savedAt = Date.parse(progress.updatedAt);
  const reading = { userId: viewer.userId, bookId };
  const told = await listBookKoreaderPlaces(db.read, reading);
  const same = told.find((place) => place.savedAt === savedAt && place.page === progress.currentPage);
  if (same !== undefined) return toKnownPlace(same);
  const session = await findLatestSession(db.read, reading);
  return {
    ...toKoreaderPlace(progress, shape),
    device: session?.deviceName ?? 'Lectern',
    deviceId: session?.deviceId ?? 'lectern',
    savedAt,
  };
}

/** The viewer's place in a document; undefined when unknown, or when its book is hidden. */
export async function getKoreaderPlace(
  ctx: KoreaderContext,
  viewer: Viewer,
  document: string,
): Promise<KnownPlace | undefined> {
  const known = await findKoreaderPlace(ctx.db.read, viewer.userId, document);
  const names = { document, nameHash: known?.nameHash ?? null, bookId: known?.bookId ?? null };
  const found = await findDocument(ctx, viewer, names);
  if (found !== undefined) {
    // The book may have been hidden from the viewer when the place was sent.
    if (known?.bookId === null) await resolvePlace(ctx, viewer, known);
    return await readKoreaderPlace(ctx, viewer, found);
  }
  if (known === undefined) return undefined;
  const isHidden = known.bookId !== null && !(await isBookVisible(ctx.db.read, viewer, known.bookId));
  return isHidden ? undefined : toKnownPlace(known);
}
