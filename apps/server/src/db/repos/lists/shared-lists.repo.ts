import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { lockFor, orNone } from '../../sql/dialect.ts';
import type { ReadDb, Tx } from '../../open.ts';
import { countRows, isFound, readChunked, type ReadRow, type Slice } from '../rows/read-rows.ts';
import { type ViewerScope, seesAll } from '../rows/viewer-scope.ts';
import { visibleBooks, visibleSeries } from '../rows/visibility.ts';

/** Lists that all share: collections of series, and read lists of books. */
export type ListKind = 'collection' | 'readList';

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

/** Where the parts of a kind of list are. */
interface ListTables {
  readonly member: 'collectionSeries' | 'readListBook';
  readonly listId: string;
  readonly memberId: string;
  readonly coverId: string;
}

const TABLES: Readonly<Record<ListKind, ListTables>> = {
  collection: {
    ...{ member: 'collectionSeries', listId: 'collectionId' },
    ...{ memberId: 'seriesId', coverId: 'coverSeriesId' },
  },
  readList: { member: 'readListBook', listId: 'readListId', memberId: 'bookId', coverId: 'coverBookId' },
};

/** Rows a statement stores at once. */
const ROWS = 200;

function lists(db: ReadDb, kind: ListKind) {
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
 * Whether the viewer may know of a list: who sees all knows all; others those with a member that they may see, and those that
 * nothing was ever put into. The caller judges lists with a rule, because it knows what the rule finds.
 */
function mayKnow(db: ReadDb, kind: ListKind, viewerScope: ViewerScope): RawBuilder<SqlBool> {
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
    .$if(emptyRules.length > 0, (query) => query.where('list.id', 'not in', orNone(emptyRules)));
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

/** Lets changes of one list come one after the other, until the transaction ends. @returns false when it has gone */
export async function holdList(tx: Tx, kind: ListKind, id: string): Promise<boolean> {
  await lockFor(tx.kind, tx.write, `list:${id}`);
  return isFound(lists(tx.read, kind).select('list.id').where('list.id', '=', id));
}

/** Lets one transaction at a time give names to lists of a kind, until it ends. */
export async function holdNames(tx: Tx, kind: ListKind): Promise<void> {
  await lockFor(tx.kind, tx.write, `names:${kind}`);
}

/** A list with a certain name. */
type Namesake = Pick<SharedListRow, 'id' | 'nameKey' | 'condition'> & {
  /** 1 when the viewer may know of it, as far as its members tell. */
  readonly isKnown: number;
};

/** Lists whose name has this key, visible or not; also those that keep it under a longer one that begins with `apart`. */
export async function listNamesakes(
  db: ReadDb,
  kind: ListKind,
  viewerScope: ViewerScope,
  { key, apart }: { readonly key: string; readonly apart: string },
): Promise<Namesake[]> {
  return lists(db, kind)
    .select(['list.id', 'list.nameKey', 'list.condition'])
    .select(sql<number>`case when ${mayKnow(db, kind, viewerScope)} then 1 else 0 end`.as('isKnown'))
    .where((eb) =>
      eb.or([
        eb('list.nameKey', '=', key),
        // a uuid begins with a digit or a letter
        eb.and([eb('list.nameKey', '>', apart), eb('list.nameKey', '<', `${apart}~`)]),
      ]),
    )
    .execute();
}

/** Stores a new list. */
export async function insertList(tx: Tx, kind: ListKind, row: Omit<SharedListRow, 'coverId'>): Promise<void> {
  await (kind === 'collection'
    ? tx.write
        .insertInto('collection')
        .values({ ...row, coverSeriesId: null })
        .execute()
    : tx.write
        .insertInto('readList')
        .values({ ...row, coverBookId: null })
        .execute());
}

/** What a change of a list sets. */
export type ListChange = Partial<Omit<SharedListRow, 'id' | 'createdAt'>>;

/** Changes what is given. */
export async function updateList(tx: Tx, kind: ListKind, id: string, change: ListChange): Promise<void> {
  const { coverId, ...columns } = change;
  const isCover = coverId !== undefined;
  await (kind === 'collection'
    ? tx.write
        .updateTable('collection')
        .set({ ...columns, ...(isCover ? { coverSeriesId: coverId } : {}) })
        .where('id', '=', id)
        .execute()
    : tx.write
        .updateTable('readList')
        .set({ ...columns, ...(isCover ? { coverBookId: coverId } : {}) })
        .where('id', '=', id)
        .execute());
}

/** Removes a list. */
export async function deleteList(tx: Tx, kind: ListKind, id: string): Promise<void> {
  await sql`delete from ${sql.table(kind)} where "id" = ${id}`.execute(tx.write);
}

/** All members of a list in its own order. Ignores visibility. */
export async function listMembers(db: ReadDb, kind: ListKind, id: string): Promise<string[]> {
  const { member, listId, memberId } = TABLES[kind];
  const rows = sql<{ memberId: string; position: number }>`(select ${sql.ref(memberId)} as "memberId", "position"
    from ${sql.table(member)} where ${sql.ref(listId)} = ${id})`;
  const found = await db
    .selectFrom(rows.as('member'))
    .select('member.memberId')
    .orderBy('member.position')
    .orderBy('member.memberId')
    .execute();
  return found.map((row) => row.memberId);
}

/** The position behind the last member of a list. */
export async function findEnd(db: ReadDb, kind: ListKind, id: string): Promise<number> {
  const { member, listId } = TABLES[kind];
  const rows = sql<{
    position: number;
  }>`(select "position" from ${sql.table(member)} where ${sql.ref(listId)} = ${id})`;
  const row = await db
    .selectFrom(rows.as('member'))
    .select((eb) => eb.fn.max('member.position').as('last'))
    .executeTakeFirst();
  return (row?.last ?? -1) + 1;
}

/** Adds members from a position on. */
export async function insertMembers(
  tx: Tx,
  kind: ListKind,
  id: string,
  added: readonly { readonly memberId: string; readonly position: number; readonly addedAt: number }[],
): Promise<void> {
  const { member, listId, memberId: column } = TABLES[kind];
  for (let start = 0; start < added.length; start += ROWS) {
    const rows = added
      .slice(start, start + ROWS)
      .map(({ memberId, position, addedAt }) => sql`(${id}, ${memberId}, ${position}, ${addedAt})`);
    await sql`insert into ${sql.table(member)} (${sql.ref(listId)}, ${sql.ref(column)}, "position", "addedAt")
      values ${sql.join(rows)} on conflict do nothing`.execute(tx.write);
  }
}

/** Takes a member out, if it is there. */
export async function deleteMember(tx: Tx, kind: ListKind, id: string, memberId: string): Promise<void> {
  const { member, listId, memberId: column } = TABLES[kind];
  await sql`delete from ${sql.table(member)} where ${sql.ref(listId)} = ${id} and ${sql.ref(column)} = ${memberId}`.execute(
    tx.write,
  );
}

/** Gives members their positions again: the first has 0. */
export async function writePositions(tx: Tx, kind: ListKind, id: string, members: readonly string[]): Promise<void> {
  const { member, listId, memberId: column } = TABLES[kind];
  for (let start = 0; start < members.length; start += ROWS) {
    const some = members.slice(start, start + ROWS);
    const cases = some.map((memberId, index) => sql`when ${memberId} then ${sql.lit(start + index)}`);
    await sql`update ${sql.table(member)} set "position" = case ${sql.ref(column)} ${sql.join(cases, sql` `)} end
      where ${sql.ref(listId)} = ${id} and ${sql.ref(column)} in (${sql.join(some)})`.execute(tx.write);
  }
}
