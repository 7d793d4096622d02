import { type Insertable, sql } from 'kysely';
import { chunked, lockFor } from '../../sql/dialect.ts';
import type { ReadDb, Tx } from '../../open.ts';
import type { ReadingSessionTable } from '../../schema/index.ts';
import { countRows, readChunked, type ReadRow, type Slice } from '../rows/read-rows.ts';
import type { ReadingSession } from '@lectern/contract';
import type { ViewerScope } from '../rows/viewer-scope.ts';
import { visibleBooks } from '../rows/visibility.ts';

/** A user and a book. */
export interface ReadingOf {
  readonly userId: string;
  readonly bookId: string;
}

/** A place in the story of a book: what is later is behind it. */
export interface Mark {
  /** Epoch milliseconds. */
  readonly endedAt: number;
  readonly seq: number;
}

/** A session to be stored. */
export type NewSession = Insertable<Omit<ReadingSessionTable, 'seq'>>;

export type PassRow = ReadRow<typeof listPassRows>;

/** Before everything, and behind everything. */
const BEGINNING: Mark = { endedAt: -1, seq: -1 };

/** Locks the reading of a user until the transaction ends. */
export async function lockReading(tx: Tx, userId: string): Promise<void> {
  await lockFor(tx.kind, tx.write, `reading:${userId}`);
}

function behind({ endedAt, seq }: Mark) {
  return sql<boolean>`("endedAt", "seq") > (${endedAt}, ${seq})`;
}

function before({ endedAt, seq }: Mark) {
  return sql<boolean>`("endedAt", "seq") < (${endedAt}, ${seq})`;
}

function story(db: ReadDb, { userId, bookId }: ReadingOf) {
  return db.selectFrom('readingSession').where('userId', '=', userId).where('bookId', '=', bookId);
}

/** The last session of a book in the order of its story; undefined when there is none. */
export async function findLatestSession(db: ReadDb, reading: ReadingOf) {
  return story(db, reading).selectAll().orderBy('endedAt', 'desc').orderBy('seq', 'desc').limit(1).executeTakeFirst();
}

/** Stores sessions, in this order. @returns where the first of them stands, undefined for none */
export async function insertSessions(tx: Tx, sessions: readonly NewSession[]): Promise<Mark | undefined> {
  const rows = await readChunked(sessions, (some) =>
    tx.write.insertInto('readingSession').values(some).returning(['endedAt', 'seq']),
  );
  const [first] = rows.toSorted((one, other) =>
    one.endedAt === other.endedAt ? one.seq - other.seq : one.endedAt - other.endedAt,
  );
  return first;
}

/** Lets a session go on. @returns where it stands now */
export async function extendSession(
  tx: Tx,
  id: string,
  change: Pick<
    NewSession,
    'page' | 'percentage' | 'locator' | 'completed' | 'completedAt' | 'endedAt' | 'receivedAt' | 'inferredMs' | 'pages'
  >,
): Promise<Mark> {
  return tx.write
    .updateTable('readingSession')
    .set(change)
    .where('id', '=', id)
    .returning(['endedAt', 'seq'])
    .executeTakeFirstOrThrow();
}

/** Which of these sessions of a user's device are stored. */
export async function listKnownSessions(db: ReadDb, userId: string, clientIds: readonly string[]) {
  const known = new Set<string>();
  for (const some of chunked(clientIds)) {
    const rows = await db
      .selectFrom('readingSession')
      .select('clientId')
      .where('userId', '=', userId)
      .where('clientId', 'in', some)
      .execute();
    for (const { clientId } of rows) if (clientId !== null) known.add(clientId);
  }
  return known;
}

/** Clears guessed time and pages of a span that a device measured, both ends included: they would count twice. */
export async function absorbGuesses(
  tx: Tx,
  reading: ReadingOf,
  deviceId: string,
  span: { readonly startedAt: number; readonly endedAt: number },
): Promise<void> {
  const { userId, bookId } = reading;
  await tx.write
    .updateTable('readingSession')
    .set({ inferredMs: 0, pages: 0 })
    .where('userId', '=', userId)
    .where('bookId', '=', bookId)
    .where('deviceId', '=', deviceId)
    .where('clientId', 'is', null)
    .where('activeMs', 'is', null)
    .where('startedAt', '<=', span.endedAt)
    .where('endedAt', '>=', span.startedAt)
    .execute();
}

/** The last reset before a place; the beginning when there is none. */
export async function findResetBefore(db: ReadDb, reading: ReadingOf, place: Mark): Promise<Mark> {
  const row = await story(db, reading)
    .where('kind', '=', 'reset')
    .where(before(place))
    .select(['endedAt', 'seq'])
    .orderBy('endedAt', 'desc')
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ?? BEGINNING;
}

/** The resets behind a place, in order. */
export async function listResetsBehind(db: ReadDb, reading: ReadingOf, place: Mark): Promise<Mark[]> {
  return story(db, reading)
    .where('kind', '=', 'reset')
    .where(behind(place))
    .select(['endedAt', 'seq'])
    .orderBy('endedAt')
    .orderBy('seq')
    .execute();
}

/** The sessions between two resets, in order. @param until the end when undefined */
export async function listPassRows(db: ReadDb, reading: ReadingOf, after: Mark, until: Mark | undefined) {
  return story(db, reading)
    .where('kind', '<>', 'reset')
    .where(behind(after))
    .$if(until !== undefined, (query) => query.where(before(until ?? BEGINNING)))
    .select(['id', 'seq', 'deviceId', 'deviceName', 'page', 'percentage', 'completed', 'completedAt', 'isForgotten'])
    .select(['startedAt', 'endedAt'])
    .orderBy('endedAt')
    .orderBy('seq')
    .execute();
}

/** The locator that a session ended at, JSON. */
export async function findLocator(db: ReadDb, sessionId: string): Promise<string | null> {
  const row = await db
    .selectFrom('readingSession')
    .select('locator')
    .where('id', '=', sessionId)
    .executeTakeFirstOrThrow();
  return row.locator;
}

function ownSessions(db: ReadDb, viewerScope: ViewerScope, bookId: string | undefined) {
  return visibleBooks(db, viewerScope, { includeDeleted: true })
    .innerJoin('readingSession', 'readingSession.bookId', 'book.id')
    .where('readingSession.userId', '=', viewerScope.userId)
    .$if(bookId !== undefined, (query) => query.where('readingSession.bookId', '=', bookId ?? ''));
}

function toSessionKind(kind: string): ReadingSession['kind'] {
  return kind === 'reset' || kind === 'completed' ? kind : 'progress';
}

/** One page of the viewer's sessions, of one book or of all, the last first. */
export async function listSessions(db: ReadDb, viewerScope: ViewerScope, bookId: string | undefined, page: Slice) {
  const rows = await ownSessions(db, viewerScope, bookId)
    .selectAll('readingSession')
    .select(['book.title', 'book.seriesId'])
    .orderBy('readingSession.endedAt', 'desc')
    .orderBy('readingSession.seq', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    bookId: row.bookId,
    bookTitle: row.title,
    seriesId: row.seriesId,
    deviceId: row.deviceId,
    deviceName: row.deviceName,
    kind: toSessionKind(row.kind),
    page: row.page,
    completed: row.completed === 1,
    pagesRead: row.pages,
    durationMs: row.activeMs ?? row.inferredMs,
    isMeasured: row.activeMs !== null,
    startedAt: new Date(row.startedAt).toISOString(),
    endedAt: new Date(row.endedAt).toISOString(),
  }));
}

/** How many of them there are. */
export async function countSessions(db: ReadDb, viewerScope: ViewerScope, bookId: string | undefined): Promise<number> {
  return countRows(ownSessions(db, viewerScope, bookId));
}
