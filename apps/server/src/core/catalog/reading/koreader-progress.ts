import { afterChanges } from '#core/after-changes.ts';
import { AppError } from '#core/errors.ts';
import type { Access } from '#core/people/access.ts';
import type { DeviceIdentity } from '#core/people/devices.ts';
import { viewerOf } from '#core/people/viewer-of.ts';
import { nameHashOf } from '#core/rules/files/file-names.ts';
import type { Viewer } from '#core/viewer.ts';
import { newId } from '#db/new-id.ts';
import type { Tx } from '#db/open.ts';
import { findUser } from '#db/repos/people/users.repo.ts';
import {
  findKoreaderPlace,
  isBookVisible,
  type KoreaderPlace,
  listKoreaderPlacesOf,
  listUnplaced,
  type PlaceMark,
  trimKoreaderPlaces,
  writeKoreaderPlace,
} from '#db/repos/reading/koreader.repo.ts';
import { findProgress } from '#db/repos/reading/progress.repo.ts';
import { findLatestSession, holdReading, insertSessions } from '#db/repos/reading/reading-sessions.repo.ts';
import type { ViewerScope } from '#db/repos/rows/viewer-scope.ts';
import type { Log } from '#log/logger.ts';
import { resourceAddress } from '../pages/get-publication.ts';
import { deriveProgress } from './derive-progress.ts';
import { findDocument, type FoundDocument, type KoreaderContext, type ToldDocument } from './find-document.ts';
import { readPlace, tellPlace, type ToldPlace } from './koreader-place.ts';
import { holdBook, isFinished, type Place, type Reader, tellProgress, writeLivePlace } from './save-progress.ts';

/** What a device tells of a document. */
interface DocumentPlace extends ToldPlace {
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
function deviceOfPlace({ device, deviceId }: Pick<DocumentPlace, 'device' | 'deviceId'>, other: DeviceIdentity) {
  if (deviceId === null) return other;
  return { deviceId: `koreader:${deviceId}`, name: device === '' ? other.name : device, apiKeyId: null };
}

/** A told place as it is stored among the reading of a book. */
function placeIn(told: ToldPlace, { bookId, shape }: FoundDocument): Place {
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

/** Places that are looked at together. */
const BATCH = 100;

const UNKNOWN = { deviceId: 'koreader', name: 'KOReader', apiKeyId: null };

/** Stores a place that waited as the reading that it was when it was told: what was read since then counts. */
async function place({ db, events }: KoreaderContext, waiting: KoreaderPlace, found: FoundDocument): Promise<void> {
  const { userId, document, savedAt } = waiting;
  const { bookId } = found;
  const { page, percentage, locator, completed } = placeIn(waiting, found);
  const { deviceId, name } = deviceOfPlace(waiting, UNKNOWN);
  await db.transaction(async (tx) => {
    await holdBook(tx, bookId);
    await holdReading(tx, userId);
    const latest = await findKoreaderPlace(tx.read, userId, document);
    if (latest?.savedAt !== savedAt || latest.bookId !== null) return;
    const mark = await insertSessions(tx, [
      {
        ...{ id: newId(), clientId: null, userId, bookId, kind: 'progress', deviceId, deviceName: name },
        ...{ startedAt: savedAt, endedAt: savedAt, receivedAt: Date.now(), page, percentage, locator },
        ...{ completed: Number(completed), completedAt: completed ? savedAt : null, activeMs: null, pages: 0 },
      },
    ]);
    if (mark !== undefined) await deriveProgress(tx, { userId, bookId }, mark);
    await writeKoreaderPlace(tx, { ...latest, bookId, page });
    await tellProgress(tx, events, { userId, bookId });
  });
}

/**
 * Looks for the book of a place that waits for one, and stores it there.
 * @returns whether one was found that the viewer may see
 */
async function resolvePlace(ctx: KoreaderContext, viewerScope: ViewerScope, waiting: KoreaderPlace): Promise<boolean> {
  const found = await findDocument(ctx, viewerScope, waiting);
  if (found === undefined) return false;
  try {
    await place(ctx, waiting, found);
    return true;
  } catch (error) {
    // The book went meanwhile: the place goes on waiting.
    if (error instanceof AppError && error.kind === 'NotFound') return false;
    throw error;
  }
}

/** Stores every place that waits and whose user sees a book for it by now. Stops soon when `signal` says so. */
async function resolvePlaces(ctx: KoreaderContext, signal: AbortSignal): Promise<void> {
  let after: PlaceMark = { userId: '', document: '' };
  for (;;) {
    const waiting = signal.aborted ? [] : await listUnplaced(ctx.db.read, after, BATCH);
    for (const one of waiting) {
      if (signal.aborted) return;
      const user = await findUser(ctx.db.read, one.userId);
      if (user !== undefined) await resolvePlace(ctx, await viewerOf(ctx.db.read, user, null), one);
      after = one;
    }
    if (waiting.length < BATCH) return;
  }
}

/** A place as KOReader is told it. */
interface KnownPlace extends ToldPlace {
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
    if (known?.bookId === null) await resolvePlace(ctx, viewer, known);
    return await tellPlaceIn(ctx, viewer, found);
  }
  if (known === undefined) return undefined;
  const isHidden = known.bookId !== null && !(await isBookVisible(ctx.db.read, viewer, known.bookId));
  return isHidden ? undefined : asTold(known);
}

/** Books come in crowds: places are looked at when none has come for so long … */
const QUIET_MS = 1_000;
/** … or when they do not end. */
const PATIENCE_MS = 30_000;

interface UpkeepContext extends KoreaderContext {
  readonly access: Pick<Access, 'onForget'>;
  readonly log: Log;
}

/**
 * Stores places of KOReader that waited for their book as soon as it is there, and may be seen: from what changed while no
 * server ran until it is disposed.
 */
export function startPlaceUpkeep({ db, readings, events, access, log }: UpkeepContext): AsyncDisposable {
  const upkeep = afterChanges({
    ...{ events, quietMs: QUIET_MS, patienceMs: PATIENCE_MS },
    work: async (signal) => {
      try {
        await resolvePlaces({ db, events, readings }, signal);
      } catch (error) {
        // They go on waiting: the next change, or the device itself, tries again.
        if (!signal.aborted) log.server.error({ err: error }, 'places of KOReader could not be stored');
      }
    },
  });
  const watch = access.onForget(upkeep.askFor);
  upkeep.askFor();
  return {
    [Symbol.asyncDispose]: async () => {
      watch[Symbol.dispose]();
      await upkeep[Symbol.asyncDispose]();
    },
  };
}
