import type { Book } from '@lectern/contract';
import { sql } from 'kysely';
import type { ReadDb } from '../../open.ts';
import { runPrecompiled } from '../../precompiled.ts';
import { inOrder, type KeyColumn, type OrderTerm } from './book-order.ts';
import { idSlots, MOST_IDS } from '../../slot.ts';
import { wholeRows, withSeries } from './select-books.ts';
import { toBooks } from './to-books.ts';
import type { ViewerScope } from './viewer-scope.ts';
import { visibilityShape, visibleBooks } from './visibility.ts';

/** Books by a query for some of them, and what their order needs besides. */
export interface BookPage {
  /** Names the text of the query (for `runPrecompiled`). */
  readonly shape: string | undefined;
  readonly values: Readonly<Record<string, unknown>>;
  /** A few visible books with all their columns: the first of an order. */
  readonly books: () => ReturnType<typeof visibleBooks>;
  readonly order: readonly OrderTerm[];
  /** What they are sorted by in the first place. */
  readonly key: KeyColumn;
}

/** Books in their order. */
export interface ListedPage {
  readonly books: Book[];
  /** What the first is sorted by; undefined when there is none. */
  readonly firstKey: string | number | undefined;
}

/** The books that a query finds, on PostgreSQL only: SQLite has no lateral join. */
export async function listBookPage(
  db: ReadDb,
  viewerScope: ViewerScope,
  { shape, values, books, order, key }: BookPage,
): Promise<ListedPage> {
  const rows = await runPrecompiled(db, shape, { ...values, userId: viewerScope.userId }, () => {
    const some = db
      .selectFrom(books().selectAll('book').as('book'))
      // Looked up for each: PostgreSQL would rather begin with all series.
      .innerJoinLateral(
        (eb) =>
          eb
            .selectFrom('series')
            .select(['series.title', 'series.readingDirection'])
            .whereRef('series.id', '=', 'book.seriesId')
            .limit(sql.lit(1))
            .as('series'),
        (join) => join.onTrue(),
      );
    // It has all columns that are asked for.
    return wholeRows(some as unknown as ReturnType<typeof withSeries>)
      .select(`${key} as key`)
      .$call(inOrder(order));
  });
  return { books: await toBooks(db, rows, viewerScope), firstKey: rows[0]?.key };
}

/** Books by id, each once, in the order of the ids, also soft-deleted ones; hidden ones are left out. */
export async function findBooksById(db: ReadDb, viewerScope: ViewerScope, ids: readonly string[]): Promise<Book[]> {
  const everything = { includeDeleted: true };
  const byId = new Map<string, Book>();
  for (let index = 0; index < ids.length; index += MOST_IDS) {
    const { count, values, slots } = idSlots(ids.slice(index, index + MOST_IDS));
    const shape = `book-rows:${count}:${visibilityShape(viewerScope, everything)}`;
    const rows = await runPrecompiled(db, shape, { ...values, userId: viewerScope.userId }, () =>
      wholeRows(withSeries(visibleBooks(db, viewerScope, everything))).where('book.id', 'in', slots()),
    );
    for (const book of await toBooks(db, rows, viewerScope)) byId.set(book.id, book);
  }
  return ids.flatMap((id) => byId.get(id) ?? []);
}
