import type { DeviceIdentity } from '#core/keys/device-of.ts';
import { nameHashOf } from '#core/pages/file-names.ts';
import { resourceAddress } from '#core/pages/get-publication.ts';
import type { Tx } from '#db/open.ts';
import { findKoreaderPlace, trimKoreaderPlaces, writeKoreaderPlace } from '#db/repos/reading/koreader.repo.ts';
import { findLatestSession, holdReading } from '#db/repos/reading/reading-sessions.repo.ts';
import { AppError } from '../errors.ts';
import { isFinished } from '../reading/decide-completion.ts';
import { holdBook, type Reader } from '../reading/save-progress.ts';
import { tellProgress } from '../reading/tell-progress.ts';
import { type Place, writeLivePlace } from '../reading/write-place.ts';
import { findDocument, type FoundDocument, type KoreaderContext, type ToldDocument } from './find-document.ts';
import { readPlace, type ToldPlace } from './read-place.ts';

/** What a device tells of a document. */
export interface DocumentPlace extends ToldPlace {
  readonly document: string;
  readonly device: string;
  readonly deviceId: string | null;
  /** Name of the file on the device; null where it is not told. */
  readonly fileName: string | null;
  /** What the document is called there, and who wrote it; undefined where it is not told. */
  readonly about?: ToldDocument | undefined;
}

/** Documents without a book that are kept of one user, and names of one book. */
const KEPT = { unknown: 1_000, ofBook: 20 };

/** What readings of a device are told apart by. */
export function deviceOfPlace({ device, deviceId }: Pick<DocumentPlace, 'device' | 'deviceId'>, other: DeviceIdentity) {
  if (deviceId === null) return other;
  return { deviceId: `koreader:${deviceId}`, name: device === '' ? other.name : device, apiKeyId: null };
}

/** A told place as it is stored among the reading of a book. */
export function placeIn(told: ToldPlace, { bookId, shape }: FoundDocument): Place {
  const { page, percentage, locator } = readPlace(told, shape, resourceAddress(bookId));
  const { pageCount } = shape;
  // The last position of a text is longer than a screen: only the share tells that it is over.
  const currentPage = shape.layout === 'reflowable' ? 0 : page;
  return {
    kind: 'progress',
    page,
    percentage,
    completed: isFinished({ currentPage, progressPercentage: told.percentage, pageCount }),
    locator: locator === null ? null : JSON.stringify(locator),
  };
}

/** Stores a place in a book. @returns the time that it got among the reading of the book */
async function writeReading(tx: Tx, { viewer, device }: Reader, bookId: string, place: Place): Promise<number> {
  const reading = { userId: viewer.userId, bookId };
  await writeLivePlace(tx, reading, device, place);
  const latest = await findLatestSession(tx.read, reading);
  return latest?.endedAt ?? Date.now();
}

async function write(
  { db, events }: KoreaderContext,
  reader: Reader,
  told: DocumentPlace & { readonly nameHash: string | null },
  found: FoundDocument | undefined,
): Promise<number> {
  const { document, progress, percentage, device, deviceId, nameHash } = told;
  const { userId } = reader.viewer;
  const place = found === undefined ? undefined : placeIn(told, found);
  return await db.transaction(async (tx) => {
    if (found !== undefined) await holdBook(tx, found.bookId);
    await holdReading(tx, userId);
    const bookId = found?.bookId ?? null;
    const savedAt =
      found === undefined || place === undefined ? Date.now() : await writeReading(tx, reader, found.bookId, place);
    await writeKoreaderPlace(tx, {
      ...{ userId, document, nameHash, bookId, progress, percentage, device, deviceId, savedAt },
      page: place?.page ?? null,
    });
    await trimKoreaderPlaces(tx, { userId, bookId }, KEPT);
    if (bookId !== null) await tellProgress(tx, events, { userId, bookId });
    return savedAt;
  });
}

/**
 * Stores a place, word by word and in the book that it is in; of a document that the reader sees no book for it waits for one.
 * The last that is told counts.
 * @returns when it was stored, epoch milliseconds
 */
export async function saveKoreaderPlace(ctx: KoreaderContext, reader: Reader, place: DocumentPlace): Promise<number> {
  const { viewer } = reader;
  const known = await findKoreaderPlace(ctx.db.read, viewer.userId, place.document);
  const nameHash = place.fileName === null ? (known?.nameHash ?? null) : nameHashOf(place.fileName);
  const told = { ...place, nameHash };
  const from = { viewer, device: deviceOfPlace(place, reader.device) };
  const found = await findDocument(ctx, viewer, {
    ...{ document: place.document, nameHash, bookId: known?.bookId ?? null },
    told: place.about,
  });
  try {
    return await write(ctx, from, told, found);
  } catch (error) {
    const isGone = found !== undefined && error instanceof AppError && error.kind === 'NotFound';
    if (!isGone) throw error;
    // The book went meanwhile.
    return await write(ctx, from, told, undefined);
  }
}
