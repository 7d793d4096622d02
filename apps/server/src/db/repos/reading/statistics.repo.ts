import { type RawBuilder, sql } from 'kysely';
import { chunked } from '../../sql/dialect.ts';
import type { ReadDb } from '../../open.ts';
import { runPrecompiled, slot } from '../../precompiled.ts';
import { type ViewerScope, seesAll, visibleBooks } from '../rows/visibility.ts';

/** From one time to before another, epoch milliseconds. */
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
function sessionsIn(db: ReadDb, { from, before }: { readonly [End in keyof Span]: Span[End] | RawBuilder<number> }) {
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

function slotOf(column: 'session.endedAt' | 'readCompletion.completedAt', slotMs: number) {
  return sql<number>`${sql.ref(column)} / ${sql.lit(slotMs)}`;
}

/** A user's reading, summed for pieces of time of equal length that are counted from 1970. */
export async function sumBySlot(
  db: ReadDb,
  viewerScope: ViewerScope,
  span: Span,
  slotMs: number,
): Promise<(SessionSums & { readonly slot: number })[]> {
  const ended = slotOf('session.endedAt', slotMs);
  return await ownSessions(db, viewerScope, span)
    .select(ended.as('slot'))
    .select([...SUMS])
    .groupBy(ended)
    .execute();
}

/** A user's reading of each book on each device. */
export interface BookSums extends SessionSums {
  readonly bookId: string;
  readonly deviceId: string;
  readonly deviceName: string | null;
  readonly lastAt: number;
}

/** A user's reading, summed for each book and device. */
export async function sumByBook(db: ReadDb, viewerScope: ViewerScope, span: Span): Promise<BookSums[]> {
  return await ownSessions(db, viewerScope, span)
    .select(['session.bookId', 'session.deviceId'])
    .select((eb) => [eb.fn.max('session.deviceName').as('deviceName'), eb.fn.max('session.endedAt').as('lastAt')])
    .select([...SUMS])
    .groupBy(['session.bookId', 'session.deviceId'])
    .execute();
}

/** Books that a user finished, counted for pieces of time. */
export async function countFinished(
  db: ReadDb,
  viewerScope: ViewerScope,
  { from, before }: Span,
  slotMs: number,
): Promise<{ readonly slot: number; readonly count: number }[]> {
  const completed = slotOf('readCompletion.completedAt', slotMs);
  return await db
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

/** What a book belongs to. */
export interface BookBelonging {
  readonly id: string;
  readonly seriesId: string;
  readonly seriesName: string;
  readonly libraryId: string;
  readonly libraryName: string;
  readonly format: string;
  /** JSON, null when nothing is known. */
  readonly authors: string | null;
}

/** What books belong to, deleted ones included; those that are gone or hidden are left out. */
export async function listBelongings(
  db: ReadDb,
  viewerScope: ViewerScope,
  bookIds: readonly string[],
): Promise<BookBelonging[]> {
  const found: BookBelonging[] = [];
  for (const ids of chunked(bookIds)) {
    const rows = await visibleBooks(db, viewerScope, { includeDeleted: true })
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
      ])
      .execute();
    found.push(...rows);
  }
  return found;
}

/** Reading of all users, summed for each user. */
export async function sumByUser(db: ReadDb, span: Span): Promise<(SessionSums & { readonly userId: string })[]> {
  const slots = { from: slot<number>('from'), before: slot<number>('before') };
  return await runPrecompiled<SessionSums & { readonly userId: string }>(db, 'sum-by-user', { ...span }, () =>
    sessionsIn(db, slots)
      .select('session.userId')
      .select([...SUMS])
      .groupBy('session.userId'),
  );
}

/** How many books at least one user finished. */
export async function countAllFinished(db: ReadDb, span: Span): Promise<number> {
  const rows = await runPrecompiled<{ readonly count: number }>(db, 'count-all-finished', { ...span }, () =>
    db
      .selectFrom('readCompletion')
      .where('readCompletion.completedAt', '>=', slot<number>('from'))
      .where('readCompletion.completedAt', '<', slot<number>('before'))
      .select((eb) => eb.fn.countAll<number>().as('count')),
  );
  return rows[0]?.count ?? 0;
}
