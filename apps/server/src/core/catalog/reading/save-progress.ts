import type { ManyProgress, ProgressRejection, ProgressUpdate, ReadProgress } from '@lectern/contract';
import { AppError } from '#core/errors.ts';
import type { DeviceIdentity } from '#core/people/devices.ts';
import type { Viewer } from '#core/viewer.ts';
import { newId } from '#db/new-id.ts';
import type { Database, Tx } from '#db/open.ts';
import { type BookPlace, findBookPlace, listPlacesOf } from '#db/repos/catalog/books.repo.ts';
import { findProgress, keepBooks, listProgressOf } from '#db/repos/reading/progress.repo.ts';
import {
  extendSession,
  findLatestSession,
  holdReading,
  insertSessions,
  type Mark,
  type ReadingOf,
} from '#db/repos/reading/reading-sessions.repo.ts';
import type { EventBus } from '#events/bus.ts';
import { bookProgressEvent } from '#events/entity-events.ts';
import { deriveProgress } from './derive-progress.ts';

/** From this share on a book counts as finished: the last pages are often an imprint or advertisements. */
const FINISHED_AT = 0.98;

/** What a client says about where it is, and how long the book is. */
interface PlaceInBook {
  readonly currentPage: number;
  readonly progressPercentage?: number | undefined;
  /** What the client says outright; it is honoured, false too. */
  readonly completed?: boolean | undefined;
  /** 0 until the book has been analysed. */
  readonly pageCount: number;
}

/** Whether a book counts as finished. */
export function isFinished({ currentPage, progressPercentage = 0, completed, pageCount }: PlaceInBook): boolean {
  if (completed !== undefined) return completed;
  return (pageCount > 0 && currentPage >= pageCount) || progressPercentage >= FINISHED_AT;
}

/** Two places of one device that are further apart than this are two sessions: the time between is unknown. */
const IDLE_MS = 5 * 60_000;

/** Least time for a page: a faster jump does not count as reading. */
const PAGE_MS = 1_000;

/**
 * Pages that were read between two places, as far as the time between them allows; going back reads none.
 * @param ms between the two
 */
function countPages(from: number, to: number, ms: number): number {
  return Math.min(Math.max(0, to - from), Math.max(1, Math.ceil(ms / PAGE_MS)));
}

/** Where a reader is now, as a device tells it. */
export interface Place {
  readonly page: number;
  /** 0 to 1; null when the page says it. */
  readonly percentage: number | null;
  readonly completed: boolean;
  /** JSON. */
  readonly locator: string | null;
  /** When the device reached it by its own clock, epoch milliseconds; absent is now, and a later time counts as now. */
  readonly reachedAt?: number | undefined;
  /** A book that is marked read was not read just then: it gives no time and no pages. */
  readonly kind: 'progress' | 'completed';
}

type Latest = NonNullable<Awaited<ReturnType<typeof findLatestSession>>>;

/** Whether the device only goes on with what it was doing. */
function goesOn(latest: Latest, place: Place, deviceId: string, at: number): boolean {
  const isAlike = latest.kind === 'progress' && place.kind === 'progress' && latest.clientId === null;
  return isAlike && latest.deviceId === deviceId && at - latest.endedAt <= IDLE_MS;
}

async function storeReading(
  tx: Tx,
  reading: ReadingOf,
  { place, device, at, latest }: { place: Place; device: DeviceIdentity; at: number; latest: Latest | undefined },
): Promise<Mark> {
  const { page, percentage, locator, kind } = place;
  const completed = Number(place.completed);
  const ends = { page, percentage, locator, completed, endedAt: at, receivedAt: Date.now() };
  const completedAt = place.completed ? at : null;
  if (latest !== undefined && goesOn(latest, place, device.deviceId, at)) {
    const ms = at - latest.endedAt;
    return await extendSession(tx, latest.id, {
      ...ends,
      completedAt: latest.completedAt ?? completedAt,
      inferredMs: latest.inferredMs + ms,
      pages: latest.pages + countPages(latest.page ?? page, page, ms),
    });
  }
  const session = {
    ...{ ...reading, ...ends, completedAt, kind, id: newId(), clientId: null, startedAt: at },
    ...{ deviceId: device.deviceId, deviceName: device.name, activeMs: null, inferredMs: 0 },
    pages: kind === 'progress' && latest?.page !== page ? 1 : 0,
  };
  return (await insertSessions(tx, [session])) ?? { endedAt: at, seq: 0 };
}

/**
 * Stores where a reader is now. Said live, it is later than all that is known; sessions of devices that come late find their
 * place behind it or before it by their own time.
 */
export async function writeLivePlace(tx: Tx, reading: ReadingOf, device: DeviceIdentity, place: Place): Promise<void> {
  await holdReading(tx, reading.userId);
  const latest = await findLatestSession(tx.read, reading);
  const now = Date.now();
  const at = Math.max(Math.min(place.reachedAt ?? now, now), latest?.endedAt ?? 0);
  const mark = await storeReading(tx, reading, { place, device, at, latest });
  await deriveProgress(tx, reading, mark);
}

/** Has a user's clients told, when the transaction is done, that they are somewhere else in a book. */
export async function tellProgress(tx: Tx, events: EventBus, { userId, bookId }: ReadingOf): Promise<void> {
  const book = await findBookPlace(tx.read, { userId }, bookId);
  if (book !== undefined)
    tx.afterCommit(() => events.emitPersonal(bookProgressEvent('progress_updated', userId, book)));
}

/** What reading progress takes. */
export interface ProgressContext {
  readonly db: Database;
}

/** What writing progress takes. */
export interface ProgressWriteContext extends ProgressContext {
  readonly events: EventBus;
}

/** Who reads, and on what. */
export interface Reader {
  readonly viewer: Viewer;
  readonly device: DeviceIdentity;
}

/**
 * Where a book stands, for its viewer.
 * @throws {AppError} `NotFound`
 */
export async function getBookPlace({ db }: ProgressContext, viewer: Viewer, bookId: string): Promise<BookPlace> {
  const place = await findBookPlace(db.read, viewer, bookId);
  if (place === undefined) throw new AppError('NotFound', `Book ${bookId} not found`);
  return place;
}

function checkPage(currentPage: number, pageCount: number): void {
  if (currentPage >= 1 && (pageCount === 0 || currentPage <= pageCount)) return;
  const message = pageCount === 0 ? 'must be 1 or more' : `must be between 1 and ${pageCount}`;
  throw new AppError('BadRequest', `Invalid body: currentPage: ${message}`, {
    details: [{ path: 'currentPage', message }],
  });
}

/**
 * A place as a device sends it, checked against the book.
 * @throws {AppError} `BadRequest` for a page that the book does not have
 */
function placeOf(update: ProgressUpdate, pageCount: number): Place {
  const { currentPage, progressPercentage, completed, locator } = update;
  checkPage(currentPage, pageCount);
  return {
    kind: 'progress',
    page: currentPage,
    percentage: progressPercentage ?? null,
    completed: isFinished({ currentPage, progressPercentage, completed, pageCount }),
    // A place that came without a locator is another place than the locator that is stored.
    locator: locator === undefined ? null : JSON.stringify(locator),
  };
}

/** A place that a device may tell late. */
interface LatePlace extends ProgressUpdate {
  /** When the device reached it by its own clock, epoch milliseconds; absent is now. */
  readonly reachedAt?: number | undefined;
}

/**
 * Stores the viewer's place in a book.
 * @throws {AppError} `NotFound`, or `BadRequest` for a page that the book does not have
 */
export async function saveProgress(
  ctx: ProgressWriteContext,
  reader: Reader,
  bookId: string,
  { reachedAt, ...update }: LatePlace,
): Promise<ReadProgress> {
  const book = await getBookPlace(ctx, reader.viewer, bookId);
  return await storeProgress(ctx, reader, book, { ...placeOf(update, book.pageCount), reachedAt });
}

/**
 * Marks a book read: its last page, completed.
 * @throws {AppError} `NotFound`
 */
export async function markBookRead(ctx: ProgressWriteContext, reader: Reader, bookId: string): Promise<ReadProgress> {
  const book = await getBookPlace(ctx, reader.viewer, bookId);
  const page = Math.max(1, book.pageCount);
  return await storeProgress(ctx, reader, book, {
    kind: 'completed',
    page,
    percentage: 1,
    completed: true,
    locator: null,
  });
}

/**
 * Keeps a book from being removed until the transaction ends.
 * @throws {AppError} `NotFound` when it has gone meanwhile
 */
export async function holdBook(tx: Tx, bookId: string): Promise<void> {
  if (!(await keepBooks(tx, [bookId])).has(bookId)) throw new AppError('NotFound', `Book ${bookId} not found`);
}

async function storeProgress(
  { db, events }: ProgressWriteContext,
  { viewer, device }: Reader,
  book: BookPlace,
  place: Place,
): Promise<ReadProgress> {
  const { id: bookId } = book;
  const { userId } = viewer;
  return await db.transaction(async (tx) => {
    await holdBook(tx, bookId);
    await writeLivePlace(tx, { userId, bookId }, device, place);
    tx.afterCommit(() => events.emitPersonal(bookProgressEvent('progress_updated', userId, book)));
    const progress = await findProgress(tx.read, viewer, bookId);
    if (progress === undefined) throw new AppError('NotFound', `Book ${bookId} not found`);
    return progress;
  });
}

interface Checked {
  readonly bookId: string;
  readonly place: Place;
}

/** A place of one book among many. */
type ProgressOfBook = ProgressUpdate & { readonly bookId: string };

function check(items: readonly ProgressOfBook[], pageCounts: ReadonlyMap<string, number>) {
  const checked: Checked[] = [];
  const rejected: ProgressRejection[] = [];
  for (const { bookId, ...update } of items) {
    const pageCount = pageCounts.get(bookId);
    if (pageCount === undefined) {
      rejected.push({ bookId, reason: 'book_not_found' });
      continue;
    }
    try {
      checked.push({ bookId, place: placeOf(update, pageCount) });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      rejected.push({ bookId, reason: 'invalid_page' });
    }
  }
  return { checked, rejected };
}

/**
 * Stores the viewer's places in many books, in one transaction. Books that are unknown, and pages that a book does not have,
 * are told and passed over; of two places in one book the second counts.
 */
export async function saveManyProgress(
  ctx: ProgressWriteContext,
  { viewer, device }: Reader,
  items: readonly ProgressOfBook[],
): Promise<ManyProgress> {
  const bookIds = [...new Set(items.map(({ bookId }) => bookId))];
  const places = await listPlacesOf(ctx.db.read, viewer, bookIds);
  const { checked, rejected } = check(items, new Map(places.map(({ id, pageCount }) => [id, pageCount])));
  const asked = [...new Set(checked.map(({ bookId }) => bookId))];
  const stored = await ctx.db.transaction(async (tx) => {
    const kept = await keepBooks(tx, asked);
    for (const { bookId, place } of checked) {
      if (kept.has(bookId)) await writeLivePlace(tx, { userId: viewer.userId, bookId }, device, place);
    }
    tx.afterCommit(() => {
      for (const book of places) {
        if (kept.has(book.id)) ctx.events.emitPersonal(bookProgressEvent('progress_updated', viewer.userId, book));
      }
    });
    return kept;
  });
  for (const bookId of asked) if (!stored.has(bookId)) rejected.push({ bookId, reason: 'book_not_found' });
  return { progress: await listProgressOf(ctx.db.read, viewer, [...stored]), rejected };
}
