import { type RawBuilder, sql, type SqlBool } from 'kysely';
import { containsText, type DatabaseKind } from '../../sql/dialect.ts';
import { eachText } from '../../sql/json-lists.ts';
import { nameKey } from '../../sql/row-trigger.ts';
import type { ReadDb } from '../../open.ts';
import type { Slice } from '../rows/read-rows.ts';
import { seriesOrder } from '../rows/book-order.ts';
import type { ViewerScope } from '../rows/viewer-scope.ts';
import { visibleBooks } from '../rows/visibility.ts';

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

/** Credits of visible books. */
function credits({ db, viewerScope }: Asked, { kind, libraryId, seriesId, bookId, role }: CreditScope) {
  return visibleBooks(db, viewerScope)
    .innerJoin('searchCredit as credit', 'credit.bookId', 'book.id')
    .where('credit.kind', '=', sql.lit(kind))
    .$if(libraryId !== undefined, (query) => query.where('book.libraryId', '=', libraryId ?? ''))
    .$if(seriesId !== undefined, (query) => query.where('book.seriesId', '=', seriesId ?? ''))
    .$if(bookId !== undefined, (query) => query.where('book.id', '=', bookId ?? ''))
    .$if(role !== undefined, (query) => query.where('credit.roles', 'like', `% ${role ?? ''} %`));
}

/** Names with a credit, in any order. */
function names(asked: Asked, { search, ...scope }: Omit<CreditList, 'sort'>) {
  const used = credits(asked, scope)
    .where('credit.nameKey', '=', sql.ref<string>('creditName.nameKey'))
    .select('book.id')
    .limit(1);
  const part = nameKey(search ?? '');
  return asked.db
    .selectFrom('creditName')
    .where('creditName.kind', '=', scope.kind)
    .$if(part !== '', (query) => query.where(containsText(asked.database, sql.ref('creditName.nameKey'), part)))
    .where(sql<SqlBool>`exists ${used}`);
}

/** Keys of names in the order of the list. */
export async function pickCreditNames(asked: Asked, list: CreditList, { limit, offset }: Slice): Promise<string[]> {
  const found = names(asked, list).select('creditName.nameKey').limit(limit).offset(offset);
  if (list.sort === 'name') {
    const inOrder = await found.orderBy('creditName.sortKey').orderBy('creditName.nameKey').execute();
    return inOrder.map(({ nameKey: key }) => key);
  }
  const part = nameKey(list.search ?? '');
  const rows = await credits(asked, list)
    .$if(part !== '', (query) => query.where(containsText(asked.database, sql.ref('credit.nameKey'), part)))
    .select('credit.nameKey')
    .groupBy('credit.nameKey')
    .orderBy((eb) => eb.fn.countAll(), 'desc')
    .orderBy('credit.nameKey')
    .limit(limit)
    .offset(offset)
    .execute();
  return rows.map(({ nameKey: key }) => key);
}

/** How many names a list has. */
export async function countCreditNames(asked: Asked, list: CreditList): Promise<number> {
  const { count } = await names(asked, list)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** Names of a scope by letter group. */
export async function countCreditLetters(asked: Asked, scope: CreditScope) {
  return await names(asked, scope)
    .select((eb) => ['creditName.letter as group', eb.fn.countAll<number>().as('count')])
    .groupBy('creditName.letter')
    .execute();
}

function among(asked: Asked, column: RawBuilder<unknown>, keys: readonly string[]): RawBuilder<SqlBool> {
  return sql<SqlBool>`${column} in (${eachText(asked.database, JSON.stringify(keys))})`;
}

/** Spelling and counts of names by their keys, in the order of these; names without a visible book are left out. */
export async function listCreditCounts(asked: Asked, scope: CreditScope, keys: readonly string[]) {
  if (keys.length === 0) return [];
  const rows = await credits(asked, scope)
    .where(among(asked, sql.ref('credit.nameKey'), keys))
    .select((eb) => [
      'credit.nameKey',
      eb.fn.max<string>('credit.name').as('name'),
      eb.fn.countAll<number>().as('bookCount'),
      eb.fn.count<number>('book.seriesId').distinct().as('seriesCount'),
    ])
    .groupBy('credit.nameKey')
    .execute();
  const byKey = new Map(rows.map((row) => [row.nameKey, row]));
  return keys.flatMap((key) => byKey.get(key) ?? []);
}

/** Counts of one name for each set of roles that books give it. */
export async function listCreditRoles(asked: Asked, scope: CreditScope, key: string) {
  return await credits(asked, scope)
    .where('credit.nameKey', '=', key)
    .select((eb) => ['credit.roles', 'book.seriesId', eb.fn.countAll<number>().as('bookCount')])
    .groupBy(['credit.roles', 'book.seriesId'])
    .execute();
}

/** The first books of each name, by series and number. @param most of one name */
export async function listShelfBooks(asked: Asked, scope: CreditScope, keys: readonly string[], most: number) {
  if (keys.length === 0) return [];
  const order = seriesOrder().map(([expression, direction]) => sql`${expression} ${sql.raw(direction)}`);
  const place = sql<number>`row_number() over (partition by ${sql.ref('credit.nameKey')}
    order by ${sql.ref('series.sortKey')}, ${sql.ref('series.id')}, ${sql.join(order)})`;
  const ranked = credits(asked, scope)
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
