import { type RawBuilder, sql } from 'kysely';
import type { ReadDb } from '../../open.ts';
import { type Direction, RELEASED } from '../rows/book-order.ts';
import type { ListKind } from './shared-lists.repo.ts';
import type { ReadRow, Slice } from '../rows/read-rows.ts';
import type { ViewerScope } from '../rows/viewer-scope.ts';
import { visibleBooks, visibleSeries } from '../rows/visibility.ts';

/** Orders of the members of a list. `released`: by year, books to the day; those without one come last either way. */
export type MemberSort = 'manual' | 'added' | 'released' | 'title';

/** In which order members come, and from where to where. */
interface MemberRange extends Slice {
  readonly sort: MemberSort;
  readonly direction: Direction;
}

interface Member {
  readonly id: string;
  readonly position: number;
  readonly addedAt: number;
  readonly released: number | null;
  readonly sortKey: string;
}

/** Live members of a list that the viewer may see. */
function members(db: ReadDb, kind: ListKind, viewerScope: ViewerScope, listId: string): RawBuilder<Member> {
  if (kind === 'collection') {
    return sql<Member>`${visibleSeries(db, viewerScope)
      .innerJoin('collectionSeries as member', 'member.seriesId', 'series.id')
      .where('member.collectionId', '=', listId)
      .select(['series.id', 'member.position', 'member.addedAt', 'series.year as released', 'series.sortKey'])}`;
  }
  return sql<Member>`${visibleBooks(db, viewerScope)
    .innerJoin('readListBook as member', 'member.bookId', 'book.id')
    .leftJoin('bookMetadata', 'bookMetadata.bookId', 'book.id')
    .where('member.readListId', '=', listId)
    .select(['book.id', 'member.position', 'member.addedAt', RELEASED.as('released'), 'book.sortKey'])}`;
}

const KEYS: Readonly<Record<MemberSort, readonly RawBuilder<unknown>[]>> = {
  manual: [sql.ref('member.position')],
  added: [sql.ref('member.addedAt')],
  released: [sql`case when "member"."released" is null then 1 else 0 end`, sql.ref('member.released')],
  title: [],
};

function sorted(db: ReadDb, rows: RawBuilder<Member>, { sort, direction, limit, offset }: MemberRange) {
  let query = db.selectFrom(sql<Member>`(${rows})`.as('member'));
  const keys = KEYS[sort];
  for (const [index, key] of keys.entries()) query = query.orderBy(key, index < keys.length - 1 ? 'asc' : direction);
  return query
    .orderBy('member.sortKey', sort === 'title' ? direction : 'asc')
    .orderBy('member.id', direction)
    .limit(limit)
    .offset(offset);
}

/** Ids of live members of a list that the viewer may see; equal ones by title. */
export async function pickMembers(
  db: ReadDb,
  viewerScope: ViewerScope,
  { kind, id }: { readonly kind: ListKind; readonly id: string },
  range: MemberRange,
): Promise<string[]> {
  const rows = await sorted(db, members(db, kind, viewerScope, id), range)
    .select('member.id')
    .execute();
  return rows.map((row) => row.id);
}

/** How far a user is in a book of a read list. */
export type MemberRead = ReadRow<typeof listMembersRead>;

/** The same for books, with how far the viewer is in each. */
export async function listMembersRead(db: ReadDb, viewerScope: ViewerScope, readListId: string, range: MemberRange) {
  return sorted(db, members(db, 'readList', viewerScope, readListId), range)
    .innerJoin('book as listed', 'listed.id', 'member.id')
    .leftJoin('readProgress as place', (join) =>
      join.onRef('place.bookId', '=', 'member.id').on('place.userId', '=', viewerScope.userId),
    )
    .select([
      'member.id',
      'place.completed',
      'place.updatedAt as readAt',
      sql<number>`case when ${sql.ref('listed.state')} = 'ready' then 1 else 0 end`.as('readable'),
    ])
    .execute();
}
