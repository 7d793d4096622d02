import type { ReadingSession, RecordedSessions, SessionRejection, SessionUpload } from '@lectern/contract';
import { groupBy } from '#core/group-by.ts';
import type { DeviceIdentity } from '#core/people/devices.ts';
import { newId } from '#db/new-id.ts';
import type { Tx } from '#db/open.ts';
import { type BookPlace, listPlacesOf } from '#db/repos/catalog/books.repo.ts';
import { listProgressOf } from '#db/repos/reading/progress.repo.ts';
import {
  absorbGuesses,
  holdReading,
  insertSessions,
  listKnownSessions,
  type NewSession,
  type ReadingOf,
} from '#db/repos/reading/reading-sessions.repo.ts';
import { countSessions, listSessions } from '#db/repos/reading/read-history.repo.ts';
import { bookProgressEvent } from '#events/entity-events.ts';
import type { Listed, PageWanted } from '#core/page.ts';
import type { Viewer } from '#core/viewer.ts';
import { holdBook, isFinished, type ProgressContext, type ProgressWriteContext, type Reader } from './save-progress.ts';
import { deriveProgress } from './derive-progress.ts';

type Reason = SessionRejection['reason'];

/** A session that fits a book that the viewer may see. */
interface CheckedSession {
  readonly session: SessionUpload;
  /** 0 until the book has been analysed. */
  readonly pageCount: number;
}

interface Checked {
  readonly fitting: readonly CheckedSession[];
  readonly rejected: readonly SessionRejection[];
}

function problemOf(session: SessionUpload): Reason | undefined {
  const { clientStartedAt, clientEndedAt, toPercentage, activeDurationMs, pagesRead } = session;
  if (Date.parse(clientEndedAt) < Date.parse(clientStartedAt)) return 'invalid_time_range';
  if (toPercentage !== null && toPercentage !== undefined && (toPercentage < 0 || toPercentage > 1)) {
    return 'invalid_percentage';
  }
  return (activeDurationMs ?? 0) < 0 || (pagesRead ?? 0) < 0 ? 'invalid_measurement' : undefined;
}

function check(sessions: readonly SessionUpload[], pageCounts: ReadonlyMap<string, number>): Checked {
  const seen = new Set<string>();
  const fitting: CheckedSession[] = [];
  const rejected: SessionRejection[] = [];
  for (const session of sessions) {
    const { id, bookId } = session;
    const pageCount = pageCounts.get(bookId);
    const isRepeated = seen.has(id);
    seen.add(id);
    const reason = isRepeated ? 'duplicate_in_batch' : problemOf(session);
    if (reason !== undefined) rejected.push({ id, reason });
    else if (pageCount === undefined) rejected.push({ id, reason: 'book_not_found' });
    else fitting.push({ session, pageCount });
  }
  return { fitting, rejected };
}

/** The page where a session ended: as it says, else as the share of the book says; a finished book ends on its last one. */
function pageOf({ kind, toPage, toPercentage }: SessionUpload, pageCount: number): number {
  const share = toPercentage ?? (kind === 'completed' ? 1 : 0);
  const said = toPage ?? Math.round(share * pageCount);
  return Math.max(1, pageCount === 0 ? said : Math.min(said, pageCount));
}

function completes({ kind, toPage, toPercentage }: SessionUpload, pageCount: number): boolean {
  if (kind !== 'progress') return kind === 'completed';
  const progressPercentage = toPercentage ?? undefined;
  return isFinished({ currentPage: toPage ?? 0, progressPercentage, pageCount });
}

function deviceOfSession({ deviceId, deviceName }: SessionUpload, device: DeviceIdentity): DeviceIdentity {
  if (deviceId === undefined) return device;
  return { deviceId: `app:${deviceId}`, name: deviceName ?? device.name, apiKeyId: null };
}

/** A locator that is none is left out: the page is there all the same. */
function locatorOf({ r2Progression }: SessionUpload): string | null {
  try {
    const locator: unknown = JSON.parse(r2Progression ?? 'null');
    return typeof locator === 'object' && locator !== null && !Array.isArray(locator) ? JSON.stringify(locator) : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/** As it is stored: a clock that is ahead of the server's would shut out whatever is read next. */
function toRow({ session, pageCount }: CheckedSession, { viewer, device }: Reader, now: number): NewSession {
  const endedAt = Math.max(0, Math.min(Date.parse(session.clientEndedAt), now));
  const startedAt = Math.max(0, Math.min(Date.parse(session.clientStartedAt), endedAt));
  const isReset = session.kind === 'reset';
  const completed = completes(session, pageCount);
  const { deviceId, name } = deviceOfSession(session, device);
  return {
    ...{ id: newId(), clientId: session.id, userId: viewer.userId, bookId: session.bookId, kind: session.kind },
    ...{ deviceId, deviceName: name, startedAt, endedAt, receivedAt: now },
    page: isReset ? null : pageOf(session, pageCount),
    percentage: isReset ? null : (session.toPercentage ?? null),
    locator: isReset ? null : locatorOf(session),
    completed: Number(completed),
    completedAt: completed ? endedAt : null,
    activeMs: session.activeDurationMs ?? null,
    pages: session.pagesRead ?? 0,
  };
}

/** Stores new sessions of one book; those that came before are known already. @returns whether there were any */
async function recordOfBook(
  tx: Tx,
  reader: Reader,
  bookId: string,
  sessions: readonly CheckedSession[],
): Promise<boolean> {
  const { userId } = reader.viewer;
  const reading: ReadingOf = { userId, bookId };
  await holdBook(tx, bookId);
  await holdReading(tx, userId);
  const ids = sessions.map(({ session }) => session.id);
  const known = await listKnownSessions(tx.read, userId, ids);
  const now = Date.now();
  const rows = sessions.filter(({ session }) => !known.has(session.id)).map((session) => toRow(session, reader, now));
  const first = await insertSessions(tx, rows);
  if (first === undefined) return false;
  for (const { activeMs, deviceId, startedAt, endedAt } of rows) {
    if (activeMs !== null) await absorbGuesses(tx, reading, deviceId, { startedAt, endedAt });
  }
  await deriveProgress(tx, reading, first);
  return true;
}

function tellSoon({ events }: ProgressWriteContext, tx: Tx, { userId }: Viewer, book: BookPlace | undefined): void {
  if (book !== undefined)
    tx.afterCommit(() => events.emitPersonal(bookProgressEvent('progress_updated', userId, book)));
}

/**
 * Takes sessions that a device kept, in any order and however late. A session that was sent before is accepted and changes
 * nothing. Each book is a transaction of its own: whatever did not come through is sent again.
 */
export async function recordSessions(
  ctx: ProgressWriteContext,
  reader: Reader,
  sessions: readonly SessionUpload[],
): Promise<RecordedSessions> {
  const { viewer } = reader;
  const bookIds = [...new Set(sessions.map(({ bookId }) => bookId))];
  const places = await listPlacesOf(ctx.db.read, viewer, bookIds);
  const books = new Map(places.map((book) => [book.id, book]));
  const pageCounts = new Map(places.map(({ id, pageCount }) => [id, pageCount]));
  const { fitting, rejected } = check(sessions, pageCounts);
  for (const [bookId, ofBook] of groupBy(fitting, ({ session }) => session.bookId)) {
    await ctx.db.transaction(async (tx) => {
      if (await recordOfBook(tx, reader, bookId, ofBook)) tellSoon(ctx, tx, viewer, books.get(bookId));
    });
  }
  const touched = [...new Set(fitting.map(({ session }) => session.bookId))];
  return {
    accepted: fitting.map(({ session }) => session.id),
    rejected: [...rejected],
    progress: await listProgressOf(ctx.db.read, viewer, touched),
  };
}

/** The viewer's sessions, of one book or of all, the last first. */
export async function listReadingSessions(
  { db }: ProgressContext,
  viewer: Viewer,
  { page, pageSize, bookId }: PageWanted & { readonly bookId?: string | undefined },
): Promise<Listed<ReadingSession>> {
  const [rows, total] = await Promise.all([
    listSessions(db.read, viewer, bookId, { limit: pageSize, offset: (page - 1) * pageSize }),
    countSessions(db.read, viewer, bookId),
  ]);
  return { rows, total };
}
