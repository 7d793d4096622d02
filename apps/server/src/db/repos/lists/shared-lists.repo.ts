import { type RawBuilder, sql, type SqlBool } from 'kysely';
import { nonEmptyIds } from '../../sql/dialect.ts';
import type { ReadDb } from '../../open.ts';
import { countRows, groupColumn, readChunked, type ReadRow, type Slice } from '../rows/read-rows.ts';
import { seesAll, type SeriesMarks, type ViewerScope } from '../rows/viewer-scope.ts';
import { visibleBooks, visibleSeries } from '../rows/visibility.ts';

/** Lists that all share: collections of series, and read lists of books. */
export type ListKind = 'collection' | 'readList';

/** Where the parts of a kind of list are. */
interface ListTables {
  readonly member: 'collectionSeries' | 'readListBook';
  readonly listId: string;
  readonly memberId: string;
  readonly coverId: string;
}

export const TABLES: Readonly<Record<ListKind, ListTables>> = {
  collection: {
    ...{ member: 'collectionSeries', listId: 'collectionId' },
    ...{ memberId: 'seriesId', coverId: 'coverSeriesId' },
  },
  readList: { member: 'readListBook', listId: 'readListId', memberId: 'bookId', coverId: 'coverBookId' },
};

/** A list as it is stored. */
export interface SharedListRow {
  readonly id: string;
  readonly name: string;
  readonly nameKey: string;
  readonly sortKey: string;
  readonly summary: string | null;
  readonly ordered: number;
  /** JSON. */
  readonly condition: string | null;
  /** The member that lends it its cover. */
  readonly coverId: string | null;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** All lists of a kind. */
export function lists(db: ReadDb, kind: ListKind) {
  const rows = sql<SharedListRow>`(select "id", "name", "nameKey", "sortKey", "summary", "ordered", "condition",
    ${sql.ref(TABLES[kind].coverId)} as "coverId", "createdAt", "updatedAt" from ${sql.table(kind)})`;
  return db.selectFrom(rows.as('list'));
}

/** Members of lists of a kind that the viewer may see, as `{listId, memberId, addedAt}`. */
function membersSeen(
  db: ReadDb,
  kind: ListKind,
  viewerScope: ViewerScope,
  includeDeleted: boolean,
): RawBuilder<unknown> {
  return kind === 'collection'
    ? sql`${visibleSeries(db, viewerScope, { includeDeleted })
        .innerJoin('collectionSeries as member', 'member.seriesId', 'series.id')
        .select(['member.collectionId as listId', 'member.seriesId as memberId', 'member.addedAt'])}`
    : sql`${visibleBooks(db, viewerScope, { includeDeleted })
        .innerJoin('readListBook as member', 'member.bookId', 'book.id')
        .select(['member.readListId as listId', 'member.bookId as memberId', 'member.addedAt'])}`;
}

/**
 * Whether the viewer may know of a list: it is empty, has a visible member, or the viewer sees all. The caller judges rules.
 */
export function mayKnow(db: ReadDb, kind: ListKind, viewerScope: ViewerScope): RawBuilder<SqlBool> {
  const { member, listId } = TABLES[kind];
  if (seesAll(viewerScope)) return sql<SqlBool>`1 = 1`;
  const all = sql`select 1 from ${sql.table(member)} where ${sql.ref(listId)} = ${sql.ref('list.id')}`;
  const seen = sql`select 1 from ${membersSeen(db, kind, viewerScope, true)} as "seen"
    where "seen"."listId" = ${sql.ref('list.id')}`;
  return sql<SqlBool>`(not exists (${all}) or exists (${seen}))`;
}

function knownLists(db: ReadDb, kind: ListKind, viewerScope: ViewerScope, emptyRules: readonly string[]) {
  return lists(db, kind)
    .where(mayKnow(db, kind, viewerScope))
    .$if(emptyRules.length > 0, (query) => query.where('list.id', 'not in', nonEmptyIds(emptyRules)));
}

/** Which of the lists are meant. */
interface ListScope {
  /** Lists with a rule that finds nothing for this viewerScope. */
  readonly emptyRules?: readonly string[];
  /** Only those that have it as a member. */
  readonly holding?: string | undefined;
}

function scoped(db: ReadDb, kind: ListKind, viewerScope: ViewerScope, { emptyRules = [], holding }: ListScope) {
  const { member, listId, memberId } = TABLES[kind];
  return knownLists(db, kind, viewerScope, emptyRules).$if(holding !== undefined, (query) =>
    query.where(
      sql<boolean>`exists (select 1 from ${sql.table(member)} where ${sql.ref(listId)} = ${sql.ref('list.id')}
        and ${sql.ref(memberId)} = ${holding ?? ''})`,
    ),
  );
}

/** One page of lists, by name. */
export async function pickLists(
  db: ReadDb,
  kind: ListKind,
  viewerScope: ViewerScope,
  { limit, offset, ...scope }: ListScope & Slice,
): Promise<SharedListRow[]> {
  return scoped(db, kind, viewerScope, scope)
    .selectAll()
    .orderBy('list.sortKey')
    .orderBy('list.id')
    .limit(limit)
    .offset(offset)
    .execute();
}

/** How many of them there are. */
export async function countLists(db: ReadDb, kind: ListKind, viewerScope: ViewerScope, scope: ListScope = {}) {
  return countRows(scoped(db, kind, viewerScope, scope));
}

/** One list that the viewer may know of; undefined when it is absent or hidden. */
export async function findList(db: ReadDb, kind: ListKind, viewerScope: ViewerScope, id: string) {
  return knownLists(db, kind, viewerScope, []).selectAll().where('list.id', '=', id).executeTakeFirst();
}

/** Some of the lists that the viewer may know of, in no order. */
export async function findLists(db: ReadDb, kind: ListKind, viewerScope: ViewerScope, ids: readonly string[]) {
  return readChunked(ids, (some) => knownLists(db, kind, viewerScope, []).selectAll().where('list.id', 'in', some));
}

/** Whether an id is that of a list that the viewer may know of. */
export function isKnownList(
  db: ReadDb,
  kind: ListKind,
  viewerScope: ViewerScope,
  id: RawBuilder<string>,
): RawBuilder<SqlBool> {
  return sql<SqlBool>`exists ${knownLists(db, kind, viewerScope, []).where('list.id', '=', id).select('list.id')}`;
}

/** The lists with a rule. */
export async function listRules(db: ReadDb, kind: ListKind): Promise<Pick<SharedListRow, 'id' | 'condition'>[]> {
  return lists(db, kind).select(['list.id', 'list.condition']).where('list.condition', 'is not', null).execute();
}

/** How many live members of a list its viewerScope sees, and when the last of them came. */
export type MembersSeen = ReadRow<typeof countMembers>;

/** Members that the viewer sees, counted list by list; lists without any are left out. */
export async function countMembers(db: ReadDb, kind: ListKind, viewerScope: ViewerScope, listIds: readonly string[]) {
  const seen = sql<{ readonly listId: string; readonly addedAt: number }>`${membersSeen(db, kind, viewerScope, false)}`;
  const rows = await readChunked(listIds, (some) =>
    db
      .selectFrom(seen.as('seen'))
      .where('seen.listId', 'in', some)
      .groupBy('seen.listId')
      .select((eb) => ['seen.listId', eb.fn.countAll<number>().as('count'), eb.fn.max('seen.addedAt').as('newestAt')]),
  );
  return new Map(rows.map(({ listId, count, newestAt }) => [listId, { count, newestAt }]));
}

/** A library with the marks that some series of it has. */
export interface ShelvedMarks extends SeriesMarks {
  readonly libraryId: string;
}

/** Each library with each set of marks once. */
export function distinctShelved(shelved: readonly ShelvedMarks[]): ShelvedMarks[] {
  return [...new Map(shelved.map((one) => [`${one.libraryId} ${one.age} ${one.tagIds.join(' ')}`, one])).values()];
}

/** The series that are in a list, or whose books are. Ignores visibility. */
function shelvedSeries(db: ReadDb, kind: ListKind, id: string) {
  return kind === 'collection'
    ? sql`(${db.selectFrom('collectionSeries').select('seriesId').where('collectionId', '=', id)})`
    : sql`(${db
        .selectFrom('readListBook')
        .innerJoin('book', 'book.id', 'readListBook.bookId')
        .where('readListBook.readListId', '=', id)
        .select('book.seriesId')})`;
}

/** Distinct combinations of library, sharing tags and age in a list, with deleted members. Ignores visibility. */
export async function listShelved(db: ReadDb, kind: ListKind, id: string): Promise<ShelvedMarks[]> {
  const isShelved = sql<SqlBool>`"series"."id" in ${shelvedSeries(db, kind, id)}`;
  const rated = await db
    .selectFrom('series')
    .where(isShelved)
    .select((eb) => ['series.libraryId', 'series.ageRating', eb.fn.countAll<number>().as('count')])
    .groupBy(['series.libraryId', 'series.ageRating'])
    .execute();
  const tagged = await db
    .selectFrom('series')
    .where(isShelved)
    .innerJoin('seriesSharingTag as link', 'link.seriesId', 'series.id')
    .select(['series.id', 'series.libraryId', 'series.ageRating as age', 'link.tagId'])
    .orderBy('series.id')
    .orderBy('link.tagId')
    .execute();
  const series = new Map<string, ShelvedMarks & { readonly tagIds: string[] }>();
  for (const { id: seriesId, libraryId, age, tagId } of tagged) {
    const known = series.get(seriesId);
    if (known === undefined) series.set(seriesId, { libraryId, age, tagIds: [tagId] });
    else known.tagIds.push(tagId);
  }
  const members = [...series.values()];
  const untagged = rated.filter(
    ({ libraryId, ageRating, count }) =>
      count > members.filter((one) => one.libraryId === libraryId && one.age === ageRating).length,
  );
  return distinctShelved([
    ...members,
    ...untagged.map(({ libraryId, ageRating }) => ({ libraryId, age: ageRating, tagIds: [] })),
  ]);
}

/** Names of the hand-made lists with these members, by member. A viewer of a member may know of its lists. */
export async function listNamesHolding(db: ReadDb, kind: ListKind, memberIds: readonly string[]) {
  const { member, listId, memberId } = TABLES[kind];
  const rows = await db
    .selectFrom(
      sql<{
        memberId: string;
        name: string;
        sortKey: string;
      }>`(select ${sql.ref(`member.${memberId}`)} as "memberId", "list"."name", "list"."sortKey"
        from ${sql.table(member)} as "member"
        inner join ${sql.table(kind)} as "list" on "list"."id" = ${sql.ref(`member.${listId}`)}
        where ${sql.ref(`member.${memberId}`)} in (${sql.join(nonEmptyIds(memberIds))}))`.as('held'),
    )
    .select(['held.memberId', 'held.name'])
    .orderBy('held.sortKey')
    .orderBy('held.name')
    .execute();
  return groupColumn(rows, 'memberId', 'name');
}
