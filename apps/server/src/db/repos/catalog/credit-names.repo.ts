import { type RawBuilder, sql, type SqlBool } from 'kysely';
import { containsText, type DatabaseKind } from '../../sql/dialect.ts';
import { eachText } from '../../sql/json-lists.ts';
import { nameKey } from '../../sql/row-trigger.ts';
import type { ReadDb } from '../../open.ts';
import type { Slice } from '../rows/read-rows.ts';
import { seriesOrder } from '../rows/book-order.ts';
import { scopeToLibrary, seesAll, type ViewerScope } from '../rows/viewer-scope.ts';
import { visibleBooks, visibleSeries } from '../rows/visibility.ts';

export type CreditKind = 'person' | 'publisher' | 'character' | 'team';

/** The role of people under whose names a book stands in a list by author. */
export const SHELF_ROLE = 'shelf';

/** Which names: those that a visible book of the library, series or book credits, in the role. */
export interface CreditScope {
  readonly kind: CreditKind;
  readonly libraryId?: string | undefined;
  readonly seriesId?: string | undefined;
  readonly bookId?: string | undefined;
  readonly role?: string | undefined;
}

/** A list of names. */
export interface CreditList extends CreditScope {
  readonly search?: string | undefined;
  readonly sort: 'name' | 'count';
}

interface Asked {
  readonly db: ReadDb;
  readonly database: DatabaseKind;
  readonly viewerScope: ViewerScope;
}

/** A name that visible books credit. */
interface CreditRow {
  readonly nameKey: string;
  readonly name: string;
  readonly roles: string;
  readonly seriesId: string;
  readonly bookCount: number;
}

/** Credits of visible books, one by one. */
function bookCredits({ db, viewerScope }: Asked, { kind, libraryId, seriesId, bookId, role }: CreditScope) {
  return visibleBooks(db, scopeToLibrary(viewerScope, libraryId))
    .innerJoin('searchCredit as credit', 'credit.bookId', 'book.id')
    .where('credit.kind', '=', sql.lit(kind))
    .$if(bookId !== undefined, (query) => query.where('book.id', '=', bookId ?? ''))
    .$if(seriesId !== undefined, (query) => query.where('book.seriesId', '=', seriesId ?? ''))
    .$if(role !== undefined, (query) => query.where('credit.roles', 'like', `% ${role ?? ''} %`));
}

/** Credits of visible series, counted. */
function seriesCredits({ db, viewerScope }: Asked, { kind, libraryId, seriesId, role }: CreditScope) {
  const scope = scopeToLibrary(viewerScope, libraryId);
  const one = visibleSeries(db, scope, { includeDeleted: true }).whereRef(
    'series.id',
    '=',
    sql.ref('creditCount.seriesId'),
  );
  return db
    .selectFrom('creditCount')
    .where('creditCount.kind', '=', sql.lit(kind))
    .$if(!seesAll(scope), (some) => some.where((eb) => eb.exists(one.select('series.id'))))
    .$if(seriesId !== undefined, (some) => some.where('creditCount.seriesId', '=', seriesId ?? ''))
    .$if(role !== undefined, (some) => some.where('creditCount.roles', 'like', `% ${role ?? ''} %`));
}

function credits(asked: Asked, scope: CreditScope) {
  const rows =
    scope.bookId === undefined
      ? sql<CreditRow>`(${seriesCredits(asked, scope).select(['nameKey', 'name', 'roles', 'seriesId', 'bookCount'])})`
      : sql<CreditRow>`(${bookCredits(asked, scope).select([
          'credit.nameKey',
          'credit.name',
          'credit.roles',
          'book.seriesId',
          sql.lit(1).as('bookCount'),
        ])})`;
  return asked.db.selectFrom(rows.as('credit'));
}

/** Credits of the names that a list shows. */
function searchedCredits(asked: Asked, { search, ...scope }: Omit<CreditList, 'sort'>) {
  const part = nameKey(search ?? '');
  return credits(asked, scope).$if(part !== '', (query) =>
    query.where(containsText(asked.database, sql.ref('credit.nameKey'), part)),
  );
}

/** Keys of names in the order of the list. */
export async function pickCreditNames(asked: Asked, list: CreditList, { limit, offset }: Slice): Promise<string[]> {
  const rows =
    list.sort === 'name'
      ? await namesInOrder(asked, list).limit(limit).offset(offset).execute()
      : await namesByCount(asked, list).limit(limit).offset(offset).execute();
  return rows.map(({ nameKey: key }) => key);
}

function namesInOrder(asked: Asked, list: CreditList) {
  const used = searchedCredits(asked, list).select('credit.nameKey');
  const one = used.where('credit.nameKey', '=', sql.ref<string>('creditName.nameKey'));
  // One series or book has few names, which are sorted. Others are followed in their order up to the end of the page.
  const hasFew = list.seriesId !== undefined || list.bookId !== undefined;
  return asked.db
    .selectFrom('creditName')
    .where('creditName.kind', '=', list.kind)
    .where(hasFew ? sql<SqlBool>`${sql.ref('creditName.nameKey')} in ${used}` : sql<SqlBool>`exists ${one}`)
    .select('creditName.nameKey')
    .orderBy('creditName.sortKey')
    .orderBy('creditName.nameKey');
}

function namesByCount(asked: Asked, list: CreditList) {
  return searchedCredits(asked, list)
    .select('credit.nameKey')
    .groupBy('credit.nameKey')
    .orderBy((eb) => eb.fn.sum('credit.bookCount'), 'desc')
    .orderBy('credit.nameKey');
}

/** How many names a list has. */
export async function countCreditNames(asked: Asked, list: CreditList): Promise<number> {
  const { count } = await searchedCredits(asked, list)
    .select((eb) => eb.fn.count<number>('credit.nameKey').distinct().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** Names of a scope by letter group. */
export async function countCreditLetters(asked: Asked, scope: CreditScope) {
  const used = credits(asked, scope).select('credit.nameKey').distinct();
  return await asked.db
    .selectFrom(used.as('used'))
    .innerJoin('creditName', 'creditName.nameKey', 'used.nameKey')
    .where('creditName.kind', '=', scope.kind)
    .select((eb) => ['creditName.letter as group', eb.fn.countAll<number>().as('count')])
    .groupBy('creditName.letter')
    .execute();
}

function among(asked: Asked, column: RawBuilder<unknown>, keys: readonly string[]): RawBuilder<SqlBool> {
  return sql<SqlBool>`${column} in (${eachText(asked.database, JSON.stringify(keys))})`;
}

/** The spelling in which most visible books credit each name. */
async function listSpellings(asked: Asked, scope: CreditScope, keys: readonly string[]): Promise<Map<string, string>> {
  const rows = await credits(asked, scope)
    .where(among(asked, sql.ref('credit.nameKey'), keys))
    .select(['credit.nameKey', 'credit.name'])
    .groupBy(['credit.nameKey', 'credit.name'])
    .orderBy((eb) => eb.fn.sum('credit.bookCount'))
    .orderBy('credit.name')
    .execute();
  return new Map(rows.map(({ nameKey: key, name }) => [key, name]));
}

/** Spelling and counts of names by their keys, in the order of these; names without a visible book are left out. */
export async function listCreditCounts(asked: Asked, scope: CreditScope, keys: readonly string[]) {
  if (keys.length === 0) return [];
  const rows = await credits(asked, scope)
    .where(among(asked, sql.ref('credit.nameKey'), keys))
    .select((eb) => [
      'credit.nameKey',
      eb.fn.sum<number>('credit.bookCount').as('bookCount'),
      eb.fn.count<number>('credit.seriesId').distinct().as('seriesCount'),
    ])
    .groupBy('credit.nameKey')
    .execute();
  const spellings = await listSpellings(asked, scope, keys);
  const byKey = new Map(rows.map((row) => [row.nameKey, { ...row, name: spellings.get(row.nameKey) ?? row.nameKey }]));
  return keys.flatMap((key) => byKey.get(key) ?? []);
}

/** Counts of one name for each set of roles that books give it. */
export async function listCreditRoles(asked: Asked, scope: CreditScope, key: string) {
  return await credits(asked, scope)
    .where('credit.nameKey', '=', key)
    .select((eb) => ['credit.roles', 'credit.seriesId', eb.fn.sum<number>('credit.bookCount').as('bookCount')])
    .groupBy(['credit.roles', 'credit.seriesId'])
    .execute();
}

/** The first books of each name, by series and number. @param most of one name */
export async function listShelfBooks(asked: Asked, scope: CreditScope, keys: readonly string[], most: number) {
  if (keys.length === 0) return [];
  const order = seriesOrder().map(([expression, direction]) => sql`${expression} ${sql.raw(direction)}`);
  const place = sql<number>`row_number() over (partition by ${sql.ref('credit.nameKey')}
    order by ${sql.ref('series.sortKey')}, ${sql.ref('series.id')}, ${sql.join(order)})`;
  const ranked = bookCredits(asked, scope)
    .innerJoin('series', 'series.id', 'book.seriesId')
    .where(among(asked, sql.ref('credit.nameKey'), keys))
    .select(['credit.nameKey', 'book.id', place.as('place')]);
  return await asked.db
    .selectFrom(ranked.as('ranked'))
    .where('ranked.place', '<=', most)
    .select(['ranked.nameKey', 'ranked.id'])
    .orderBy('ranked.nameKey')
    .orderBy('ranked.place')
    .execute();
}
