import type { ReadingSession } from '@lectern/contract';
import type { ReadDb } from '../../open.ts';
import type { Slice } from '../lists/reading-lists.repo.ts';
import { type Beholder, visibleBooks } from '../visibility.ts';

function ownSessions(db: ReadDb, beholder: Beholder, bookId: string | undefined) {
  return visibleBooks(db, beholder, { includeDeleted: true })
    .innerJoin('readingSession', 'readingSession.bookId', 'book.id')
    .where('readingSession.userId', '=', beholder.userId)
    .$if(bookId !== undefined, (query) => query.where('readingSession.bookId', '=', bookId ?? ''));
}

function kindOf(kind: string): ReadingSession['kind'] {
  return kind === 'reset' || kind === 'completed' ? kind : 'progress';
}

/** One page of the viewer's sessions, of one book or of all, the last first. */
export async function listSessions(
  db: ReadDb,
  beholder: Beholder,
  bookId: string | undefined,
  { limit, offset }: Slice,
): Promise<ReadingSession[]> {
  const rows = await ownSessions(db, beholder, bookId)
    .selectAll('readingSession')
    .select(['book.title', 'book.seriesId'])
    .orderBy('readingSession.endedAt', 'desc')
    .orderBy('readingSession.seq', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    bookId: row.bookId,
    bookTitle: row.title,
    seriesId: row.seriesId,
    deviceId: row.deviceId,
    deviceName: row.deviceName,
    kind: kindOf(row.kind),
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
export async function countSessions(db: ReadDb, beholder: Beholder, bookId: string | undefined): Promise<number> {
  const { count } = await ownSessions(db, beholder, bookId)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}
