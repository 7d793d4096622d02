import { AppError } from '#core/errors.ts';
import type { DeviceIdentity } from '#core/people/devices.ts';
import { hashFileName } from '#core/rules/files/file-names.ts';
import { findKoreaderPlace, trimKoreaderPlaces, writeKoreaderPlace } from '#db/repos/reading/koreader.repo.ts';
import { findLatestSession, lockReading } from '#db/repos/reading/reading-sessions.repo.ts';
import { resourceAddress } from '../pages/get-publication.ts';
import { findDocument, type FoundDocument, type KoreaderContext, type ToldDocument } from './find-document.ts';
import { readPlace, type ToldPlace } from './koreader-place.ts';
import { holdBook, type Reader } from './save-progress.ts';
import { isFinished, type Place, emitProgress, writeLivePlace } from './live-place.ts';

/** A place in a document, as a device sends it. */
interface DocumentPlace extends ToldPlace {
  readonly document: string;
  readonly device: string;
  readonly deviceId: string | null;
  /** File name on the device, if sent. */
  readonly fileName: string | null;
  /** Title and authors, if sent. */
  readonly about?: ToldDocument | undefined;
}

/** Maximum stored documents: without a book per user, and per book. */
const KEPT = { unknown: 1_000, ofBook: 20 };

/** The device of a place; `other` when it has no id. */
export function resolvePlaceDevice(
  { device, deviceId }: Pick<DocumentPlace, 'device' | 'deviceId'>,
  other: DeviceIdentity,
) {
  if (deviceId === null) return other;
  return { deviceId: `koreader:${deviceId}`, name: device === '' ? other.name : device, apiKeyId: null };
}

/** A KOReader place as progress in a book. */
export function toProgressPlace(told: ToldPlace, { bookId, shape }: FoundDocument): Place {
  const { page, percentage, locator } = readPlace(told, shape, resourceAddress(bookId));
  const { pageCount } = shape;
  // The last position of a text is longer than a screen: only the percentage tells that it is finished.
  const currentPage = shape.layout === 'reflowable' ? 0 : page;
  return {
    kind: 'progress',
    page,
    percentage,
    completed: isFinished({ currentPage, progressPercentage: told.percentage, pageCount }),
    locator: locator === null ? null : JSON.stringify(locator),
  };
}

async function write(
  { db, events }: KoreaderContext,
  reader: Reader,
  told: DocumentPlace & { readonly nameHash: string | null },
  found: FoundDocument | undefined,
): Promise<number> {
  const { document, progress, percentage, device, deviceId, nameHash } = told;
  const { userId } = reader.viewer;
  const place = found === undefined ? undefined : toProgressPlace(told, found);
  return await db.transaction(async (tx) => {
    if (found !== undefined) await holdBook(tx, found.bookId);
    await lockReading(tx, userId);
    const bookId = found?.bookId ?? null;
    let savedAt = Date.now();
    if (found !== undefined && place !== undefined) {
      const reading = { userId, bookId: found.bookId };
      await writeLivePlace(tx, reading, reader.device, place);
      savedAt = (await findLatestSession(tx.read, reading))?.endedAt ?? Date.now();
    }
    await writeKoreaderPlace(tx, {
      userId,
      document,
      nameHash,
      bookId,
      progress,
      percentage,
      device,
      deviceId,
      savedAt,
      page: place?.page ?? null,
    });
    await trimKoreaderPlaces(tx, { userId, bookId }, KEPT);
    if (bookId !== null) await emitProgress(tx, events, { userId, bookId });
    return savedAt;
  });
}

/** Stores a place, and progress if its book is known. Returns the time, epoch milliseconds. */
export async function saveKoreaderPlace(ctx: KoreaderContext, reader: Reader, place: DocumentPlace): Promise<number> {
  const { viewer } = reader;
  const known = await findKoreaderPlace(ctx.db.read, viewer.userId, place.document);
  const nameHash = place.fileName === null ? (known?.nameHash ?? null) : hashFileName(place.fileName);
  const told = { ...place, nameHash };
  const from = { viewer, device: resolvePlaceDevice(place, reader.device) };
  const found = await findDocument(ctx, viewer, {
    document: place.document,
    nameHash,
    bookId: known?.bookId ?? null,
    told: place.about,
  });
  try {
    return await write(ctx, from, told, found);
  } catch (error) {
    const isGone = found !== undefined && error instanceof AppError && error.kind === 'NotFound';
    if (!isGone) throw error;
    // The book was deleted meanwhile.
    return await write(ctx, from, told, undefined);
  }
}
