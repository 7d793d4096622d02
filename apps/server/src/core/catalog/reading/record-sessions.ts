import type { RecordedSessions, SessionRejection, SessionUpload } from '@lectern/contract';
import type { ChangeContext } from '../contexts.ts';
import { groupBy } from '#core/group-by.ts';
import type { DeviceIdentity } from '#core/people/devices.ts';
import { newId } from '#db/new-id.ts';
import type { Tx } from '#db/open.ts';
import { type BookPlace, listBookPlaces } from '#db/repos/catalog/books.repo.ts';
import { listBookProgress } from '#db/repos/reading/progress.repo.ts';
import {
  absorbGuesses,
  lockReading,
  insertSessions,
  listKnownSessions,
  type NewSession,
  type ReadingOf,
} from '#db/repos/reading/reading-sessions.repo.ts';
import { bookProgressEvent } from '#events/entity-events.ts';
import { deriveProgress } from './derive-progress.ts';
import { isFinished } from './live-place.ts';
import { holdBook, type Reader } from './save-progress.ts';

type Reason = SessionRejection['reason'];

/** A valid session of a visible book. */
interface CheckedSession {
  readonly session: SessionUpload;
  /** 0 before the analysis. */
  readonly pageCount: number;
}

interface Checked {
  readonly fitting: readonly CheckedSession[];
  readonly rejected: readonly SessionRejection[];
}

function findProblem(session: SessionUpload): Reason | undefined {
  const { clientStartedAt, clientEndedAt, toPercentage, activeDurationMs, pagesRead } = session;
  if (Date.parse(clientEndedAt) < Date.parse(clientStartedAt)) return 'invalid_time_range';
  if (toPercentage !== null && toPercentage !== undefined && (toPercentage < 0 || toPercentage > 1)) {
    return 'invalid_percentage';
  }
  return (activeDurationMs ?? 0) < 0 || (pagesRead ?? 0) < 0 ? 'invalid_measurement' : undefined;
}

function check(sessions: readonly SessionUpload[], books: ReadonlyMap<string, BookPlace>): Checked {
  const seen = new Set<string>();
  const fitting: CheckedSession[] = [];
  const rejected: SessionRejection[] = [];
  for (const session of sessions) {
    const { id, bookId } = session;
    const pageCount = books.get(bookId)?.pageCount;
    const isRepeated = seen.has(id);
    seen.add(id);
    const reason = isRepeated ? 'duplicate_in_batch' : findProblem(session);
    if (reason !== undefined) rejected.push({ id, reason });
    else if (pageCount === undefined) rejected.push({ id, reason: 'book_not_found' });
    else fitting.push({ session, pageCount });
  }
  return { fitting, rejected };
}

/** The last page of a session: as sent, else from the percentage. A finished book ends on its last page. */
function derivePage({ kind, toPage, toPercentage }: SessionUpload, pageCount: number): number {
  const share = toPercentage ?? (kind === 'completed' ? 1 : 0);
  const said = toPage ?? Math.round(share * pageCount);
  return Math.max(1, pageCount === 0 ? said : Math.min(said, pageCount));
}

function completes({ kind, toPage, toPercentage }: SessionUpload, pageCount: number): boolean {
  if (kind !== 'progress') return kind === 'completed';
  const progressPercentage = toPercentage ?? undefined;
  return isFinished({ currentPage: toPage ?? 0, progressPercentage, pageCount });
}

function resolveDevice({ deviceId, deviceName }: SessionUpload, device: DeviceIdentity): DeviceIdentity {
  if (deviceId === undefined) return device;
  return { deviceId: `app:${deviceId}`, name: deviceName ?? device.name, apiKeyId: null };
}

/** An invalid locator is ignored, because the page is known too. */
function parseLocator({ r2Progression }: SessionUpload): string | null {
  try {
    const locator: unknown = JSON.parse(r2Progression ?? 'null');
    return typeof locator === 'object' && locator !== null && !Array.isArray(locator) ? JSON.stringify(locator) : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/** Limits times to now: a device clock in the future would hide all later sessions. */
function toRow({ session, pageCount }: CheckedSession, { viewer, device }: Reader, now: number): NewSession {
  const endedAt = Math.max(0, Math.min(Date.parse(session.clientEndedAt), now));
  const startedAt = Math.max(0, Math.min(Date.parse(session.clientStartedAt), endedAt));
  const isReset = session.kind === 'reset';
  const completed = completes(session, pageCount);
  const { deviceId, name } = resolveDevice(session, device);
  return {
    id: newId(),
    clientId: session.id,
    userId: viewer.userId,
    bookId: session.bookId,
    kind: session.kind,
    deviceId,
    deviceName: name,
    startedAt,
    endedAt,
    receivedAt: now,
    page: isReset ? null : derivePage(session, pageCount),
    percentage: isReset ? null : (session.toPercentage ?? null),
    locator: isReset ? null : parseLocator(session),
    completed: Number(completed),
    completedAt: completed ? endedAt : null,
    activeMs: session.activeDurationMs ?? null,
    pages: session.pagesRead ?? 0,
  };
}

/** Stores new sessions of one book, ignoring known ones. Returns whether there were any. */
async function recordBookSessions(
  tx: Tx,
  reader: Reader,
  bookId: string,
  sessions: readonly CheckedSession[],
): Promise<boolean> {
  const { userId } = reader.viewer;
  const reading: ReadingOf = { userId, bookId };
  await holdBook(tx, bookId);
  await lockReading(tx, userId);
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

/**
 * Stores sessions from a device, in any order and however late. A repeated session is accepted and changes nothing.
 * Each book has its own transaction; the client sends failed ones again.
 */
export async function recordSessions(
  ctx: ChangeContext,
  reader: Reader,
  sessions: readonly SessionUpload[],
): Promise<RecordedSessions> {
  const { viewer } = reader;
  const bookIds = [...new Set(sessions.map(({ bookId }) => bookId))];
  const places = await listBookPlaces(ctx.db.read, viewer, bookIds);
  const books = new Map(places.map((book) => [book.id, book]));
  const { fitting, rejected } = check(sessions, books);
  for (const [bookId, ofBook] of groupBy(fitting, ({ session }) => session.bookId)) {
    await ctx.db.transaction(async (tx) => {
      const book = books.get(bookId);
      if (!(await recordBookSessions(tx, reader, bookId, ofBook)) || book === undefined) return;
      tx.afterCommit(() => ctx.events.emitPersonal(bookProgressEvent('progress_updated', viewer.userId, book)));
    });
  }
  const touched = [...new Set(fitting.map(({ session }) => session.bookId))];
  return {
    accepted: fitting.map(({ session }) => session.id),
    rejected: [...rejected],
    progress: await listBookProgress(ctx.db.read, viewer, touched),
  };
}
