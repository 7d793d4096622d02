import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Inventory } from '@lectern/contract';
import type { Database } from '#db/open.ts';
import { countUsers } from '#db/repos/people/users.repo.ts';
import { type ViewerScope, sightName } from '#db/repos/rows/viewer-scope.ts';
import { listSeriesCounts, measureDatabase, sumBooks } from '#db/repos/system/system.repo.ts';
import { findFileState } from '#files/opening/find-file.ts';

/** Tools for measuring the database. */
export interface SizeContext {
  readonly db: Database;
  readonly config: { readonly dataDir: string };
}

/** Size of the database on disk in bytes, with the write-ahead log of SQLite. */
export async function databaseSize({ db, config }: SizeContext): Promise<number> {
  const [own, log] = await Promise.all([
    measureDatabase(db),
    db.kind === 'sqlite' ? findFileState(join(config.dataDir, 'lectern.db-wal')) : undefined,
  ]);
  return own + (log?.size ?? 0);
}

/** Counts the catalog, with a cache. */
export interface InventoryCounter {
  readonly count: (viewer: ViewerScope) => Promise<Inventory>;
}

/** The cache's lifetime: counting reads every book, and charts poll often. */
const TRUST_MS = 60_000;
const MAX_REMEMBERED = 100;
const PART = 2_000;

type Contents = Inventory['libraries'][number];

async function countContents(db: Database, viewer: ViewerScope): Promise<Contents[]> {
  const sums = new Map<string, { books: number; pages: number; bytes: number }>();
  let after = '';
  for (;;) {
    const part = await sumBooks(db.read, viewer, { after, limit: PART });
    if (part.length === 0) break;
    for (const { libraryId, count, pages, bytes, lastId } of part) {
      const sum = sums.get(libraryId) ?? { books: 0, pages: 0, bytes: 0 };
      sums.set(libraryId, { books: sum.books + count, pages: sum.pages + pages, bytes: sum.bytes + bytes });
      if (lastId > after) after = lastId;
    }
    await nextTurn();
  }
  const libraries = await listSeriesCounts(db.read, viewer);
  return libraries.map(({ id, name, seriesCount }) => {
    const { books = 0, pages = 0, bytes = 0 } = sums.get(id) ?? {};
    return { id, name, seriesCount, bookCount: books, pageCount: pages, totalSize: bytes };
  });
}

async function countAll(db: Database, viewer: ViewerScope): Promise<Inventory> {
  const [libraries, userCount] = await Promise.all([countContents(db, viewer), countUsers(db.read, {})]);
  const total = (of: (contents: Contents) => number): number => libraries.reduce((sum, one) => sum + of(one), 0);
  return {
    countedAt: new Date().toISOString(),
    libraryCount: libraries.length,
    seriesCount: total((one) => one.seriesCount),
    bookCount: total((one) => one.bookCount),
    pageCount: total((one) => one.pageCount),
    totalBookSize: total((one) => one.totalSize),
    userCount,
    libraries,
  };
}

/**
 * Creates the counter of the process.
 * @param now gives epoch milliseconds
 */
export function createInventoryCounter(db: Database, now = Date.now): InventoryCounter {
  /** By what is visible: viewers who see the same share one count. */
  const counted = new Map<string, { readonly at: number; readonly inventory: Promise<Inventory> }>();
  return {
    count: async (viewer) => {
      const scope = sightName(viewer);
      const known = counted.get(scope);
      if (known !== undefined && now() - known.at < TRUST_MS) return await known.inventory;
      const inventory = countAll(db, viewer);
      if (counted.size >= MAX_REMEMBERED) counted.clear();
      counted.set(scope, { at: now(), inventory });
      // A failed count is not cached.
      inventory.catch(() => counted.delete(scope));
      return await inventory;
    },
  };
}
