import { type RawBuilder, sql } from 'kysely';
import type { ReadDb } from '../open.ts';
import type { Direction } from './book-order.ts';
import type { Slice } from './reading-lists.repo.ts';
import { type Beholder, visibleBooks, visibleSeries } from './visibility.ts';

/** In which order members come, and from where to where. */
export interface MemberRange<Sort extends string> extends Slice {
  readonly sort: Sort;
  readonly direction: Direction;
}

const SERIES_KEYS = {
  manual: [sql.ref('member.position')],
  added: [sql.ref('member.addedAt')],
  year: [sql`case when ${sql.ref('series.year')} is null then 1 else 0 end`, sql.ref('series.year')],
  title: [],
} as const satisfies Readonly<Record<string, readonly RawBuilder<unknown>[]>>;

/** Orders of the series of a collection. */
export type CollectionSort = keyof typeof SERIES_KEYS;

/** Ids of live series of a collection that the viewer may see; equal ones by title. */
export async function pickCollectionSeries(
  db: ReadDb,
  beholder: Beholder,
  collectionId: string,
  { sort, direction, limit, offset }: MemberRange<CollectionSort>,
): Promise<string[]> {
  let query = visibleSeries(db, beholder)
    .innerJoin('collectionSeries as member', 'member.seriesId', 'series.id')
    .select('series.id')
    .where('member.collectionId', '=', collectionId);
  const keys: readonly RawBuilder<unknown>[] = SERIES_KEYS[sort];
  // Those without a year come last either way.
  for (const [index, key] of keys.entries()) query = query.orderBy(key, index < keys.length - 1 ? 'asc' : direction);
  const rows = await query
    .orderBy('series.sortKey', sort === 'title' ? direction : 'asc')
    .orderBy('series.id', direction)
    .limit(limit)
    .offset(offset)
    .execute();
  return rows.map(({ id }) => id);
}

const YEAR = sql.ref('released.year');
const BOOK_KEYS = {
  manual: [sql.ref('member.position')],
  added: [sql.ref('member.addedAt')],
  release: [
    sql`case when ${YEAR} is null then 1 else 0 end`,
    sql`${YEAR} * 10000 + coalesce(${sql.ref('released.month')}, 0) * 100 + coalesce(${sql.ref('released.day')}, 0)`,
  ],
  title: [],
} as const satisfies Readonly<Record<string, readonly RawBuilder<unknown>[]>>;

/** Orders of the books of a read list. */
export type ReadListSort = keyof typeof BOOK_KEYS;

/** Ids of live books of a read list that the viewer may see; equal ones by title. */
export async function pickReadListBooks(
  db: ReadDb,
  beholder: Beholder,
  readListId: string,
  { sort, direction, limit, offset }: MemberRange<ReadListSort>,
): Promise<string[]> {
  let query = visibleBooks(db, beholder)
    .innerJoin('readListBook as member', 'member.bookId', 'book.id')
    .leftJoin('bookMetadata as released', 'released.bookId', 'book.id')
    .select('book.id')
    .where('member.readListId', '=', readListId);
  const keys: readonly RawBuilder<unknown>[] = BOOK_KEYS[sort];
  for (const [index, key] of keys.entries()) query = query.orderBy(key, index < keys.length - 1 ? 'asc' : direction);
  const rows = await query
    .orderBy('book.sortKey', sort === 'title' ? direction : 'asc')
    .orderBy('book.id', direction)
    .limit(limit)
    .offset(offset)
    .execute();
  return rows.map(({ id }) => id);
}
