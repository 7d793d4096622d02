import { sql } from 'kysely';
import type { ReadDb } from '../../open.ts';
import { countRows, readChunked, type ReadRow } from '../rows/read-rows.ts';
import { type ViewerScope, seesAll } from '../rows/viewer-scope.ts';
import { visibleBooks } from '../rows/visibility.ts';

/** `from` is included, `before` is not; epoch milliseconds. */
export interface Span {
  readonly from: number;
  readonly before: number;
}

/** How much was read. */
export interface SessionSums {
  readonly measuredMs: number;
  readonly inferredMs: number;
  readonly pages: number;
  readonly sessions: number;
  readonly withoutDuration: number;
}

const SUMS = [
  sql<number>`cast(coalesce(sum("session"."activeMs"), 0) as bigint)`.as('measuredMs'),
  sql<number>`cast(coalesce(sum(case when "session"."activeMs" is null then "session"."inferredMs" end), 0) as bigint)`.as(
    'inferredMs',
  ),
  sql<number>`cast(sum("session"."pages") as bigint)`.as('pages'),
  sql<number>`count(*)`.as('sessions'),
  sql<number>`cast(sum(case when "session"."activeMs" is null and "session"."inferredMs" = 0 then 1 else 0 end) as bigint)`.as(
    'withoutDuration',
  ),
] as const;

/** Sessions in which something was read: marks, resets and what was measured elsewhere are none. */
function sessionsIn(db: ReadDb, { from, before }: Span) {
  return db
    .selectFrom('readingSession as session')
    .where('session.endedAt', '>=', from)
    .where('session.endedAt', '<', before)
    .where((eb) =>
      eb.or([eb('session.activeMs', 'is not', null), eb('session.inferredMs', '>', 0), eb('session.pages', '>', 0)]),
    );
}

/** Those of a user, in books that they may see. */
function ownSessions(db: ReadDb, viewerScope: ViewerScope, span: Span) {
  return sessionsIn(db, span)
    .where('session.userId', '=', viewerScope.userId)
    .$if(!seesAll(viewerScope), (query) =>
      query.where((eb) =>
        eb.exists(
          visibleBooks(db, viewerScope, { includeDeleted: true })
            .select('book.id')
            .whereRef('book.id', '=', sql.ref('session.bookId')),
        ),
      ),
    );
}

function buildSlot(column: 'session.endedAt' | 'readCompletion.completedAt', slotMs: number) {
  return sql<number>`${sql.ref(column)} / ${sql.lit(slotMs)}`;
}

/** A user's reading, summed for pieces of time of equal length that are counted from 1970. */
export async function sumBySlot(db: ReadDb, viewerScope: ViewerScope, span: Span, slotMs: number) {
  const ended = buildSlot('session.endedAt', slotMs);
  return ownSessions(db, viewerScope, span)
    .select(ended.as('slot'))
    .select([...SUMS])
    .groupBy(ended)
    .execute();
}

/** A user's reading, summed for each book and device. */
export async function sumByBook(db: ReadDb, viewerScope: ViewerScope, span: Span) {
  return ownSessions(db, viewerScope, span)
    .select(['session.bookId', 'session.deviceId'])
    .select((eb) => [eb.fn.max('session.deviceName').as('deviceName'), eb.fn.max('session.endedAt').as('lastAt')])
    .select([...SUMS])
    .groupBy(['session.bookId', 'session.deviceId'])
    .execute();
}

/** Books that a user finished, counted for pieces of time. */
export async function countFinished(db: ReadDb, viewerScope: ViewerScope, { from, before }: Span, slotMs: number) {
  const completed = buildSlot('readCompletion.completedAt', slotMs);
  return db
    .selectFrom('readCompletion')
    .where('readCompletion.userId', '=', viewerScope.userId)
    .where('readCompletion.completedAt', '>=', from)
    .where('readCompletion.completedAt', '<', before)
    .$if(!seesAll(viewerScope), (query) =>
      query.where((eb) =>
        eb.exists(
          visibleBooks(db, viewerScope, { includeDeleted: true })
            .select('book.id')
            .whereRef('book.id', '=', sql.ref('readCompletion.bookId')),
        ),
      ),
    )
    .select((eb) => [completed.as('slot'), eb.fn.countAll<number>().as('count')])
    .groupBy(completed)
    .execute();
}

/** When a user's first session ended; undefined without any. */
export async function findFirstReading(db: ReadDb, { userId }: ViewerScope): Promise<number | undefined> {
  const row = await db
    .selectFrom('readingSession')
    .select('endedAt')
    .where('userId', '=', userId)
    .orderBy('endedAt')
    .limit(1)
    .executeTakeFirst();
  return row?.endedAt;
}

export type BookBelonging = ReadRow<typeof listBelongings>;

/** Series and library of books, also of deleted ones; hidden ones are left out. */
export async function listBelongings(db: ReadDb, viewerScope: ViewerScope, bookIds: readonly string[]) {
  return readChunked(bookIds, (ids) =>
    visibleBooks(db, viewerScope, { includeDeleted: true })
      .innerJoin('series', 'series.id', 'book.seriesId')
      .innerJoin('library', 'library.id', 'book.libraryId')
      .leftJoin('bookMetadata', 'bookMetadata.bookId', 'book.id')
      .where('book.id', 'in', ids)
      .select([
        'book.id',
        'book.seriesId',
        'series.title as seriesName',
        'book.libraryId',
        'library.name as libraryName',
        'book.fileFormat as format',
        'bookMetadata.authors',
      ]),
  );
}

/** Reading of all users, summed for each user. */
export async function sumByUser(db: ReadDb, span: Span) {
  return sessionsIn(db, span)
    .select('session.userId')
    .select([...SUMS])
    .groupBy('session.userId')
    .execute();
}

/** How many books at least one user finished. */
export async function countAllFinished(db: ReadDb, { from, before }: Span): Promise<number> {
  return countRows(db.selectFrom('readCompletion').where('completedAt', '>=', from).where('completedAt', '<', before));
}
