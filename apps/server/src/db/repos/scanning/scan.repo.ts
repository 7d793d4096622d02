import { ScanningConfig } from '@lectern/contract';
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import { z } from 'zod';
import { chunked } from '../../sql/dialect.ts';
import type { ReadDb, Tx } from '../../open.ts';
import { insertPrecompiled, runPrecompiled, slot } from '../../precompiled.ts';
import type { BookTable, SeriesTable } from '../../schema/index.ts';
import { countRows, isFound, readChunked, type ReadRow, writeChunked } from '../rows/read-rows.ts';

export type ScanTarget = ReadRow<typeof findScanTarget>;

/** A book as the last scan left it. */
export type KnownBook = Pick<
  Selectable<BookTable>,
  'id' | 'seriesId' | 'path' | 'fileSize' | 'fileModifiedAt' | 'sidecars' | 'deletedAt' | 'binnedAt' | 'missingSince'
>;

export type NewBook = Insertable<BookTable>;
export type NewSeries = Insertable<SeriesTable>;
export type BookChange = Updateable<BookTable>;
export type SeriesChange = Updateable<SeriesTable>;

export type KnownSeries = ReadRow<typeof listKnownSeries>;

const PAGE = 1_000;
const SERIES_COLUMNS = ['id', 'path', 'name', 'title', 'titleSort', 'publisher', 'filled', 'locks'] as const;
const Formats = z.array(z.string()).nullable();
// Partial indexes are used only where the statement itself says the value.
const DUE = sql.lit(1);

/** The library of a scan, or undefined when it is gone. */
export async function findScanTarget(db: ReadDb, libraryId: string) {
  const row = await db.selectFrom('library').selectAll().where('id', '=', libraryId).executeTakeFirst();
  if (row === undefined) return undefined;
  const { id, name, path, excludedPatterns, bookStrategy, numberStrategy, seriesStrategy } = row;
  const { bookConfig, seriesConfig, titlePreprocessingRules } = row;
  const config = ScanningConfig.partial().parse(JSON.parse(row.scanningConfig));
  return {
    ...{ id, name, path, excludedPatterns, bookStrategy, numberStrategy, seriesStrategy },
    allowedFormats: Formats.parse(JSON.parse(row.allowedFormats ?? 'null')),
    ...{ bookConfig, seriesConfig, titlePreprocessingRules },
    purgeDeletedOnScan: config.purgeDeletedOnScan ?? false,
    followLinksOutside: config.followLinksOutside ?? false,
  };
}

/** Every book of a library, deleted ones too, a thousand at a time, by path. */
export async function* listKnownBooks(db: ReadDb, libraryId: string): AsyncGenerator<KnownBook[], void> {
  for (let after: string | undefined; ; ) {
    const from = after;
    const shape = `known books ${String(from === undefined)}`;
    const rows = await runPrecompiled(db, shape, { libraryId, from }, () =>
      db
        .selectFrom('book')
        .select(['id', 'seriesId', 'path', 'fileSize', 'fileModifiedAt'])
        .select(['sidecars', 'deletedAt', 'binnedAt', 'missingSince'])
        .where('libraryId', '=', slot<string>('libraryId'))
        .$if(from !== undefined, (query) => query.where('path', '>', slot<string>('from')))
        .orderBy('path')
        .limit(PAGE),
    );
    yield rows;
    if (rows.length < PAGE) return;
    after = rows.at(-1)?.path;
  }
}

/** Every series of a library. */
export async function listKnownSeries(db: ReadDb, libraryId: string) {
  return db.selectFrom('series').select(SERIES_COLUMNS).where('libraryId', '=', libraryId).execute();
}

/** Series by id, each with its library. */
export async function listSeriesById(db: ReadDb, ids: readonly string[]) {
  return readChunked(ids, (chunk) =>
    db
      .selectFrom('series')
      .select([...SERIES_COLUMNS, 'libraryId'])
      .where('id', 'in', chunk),
  );
}

/** Paths of the live books of a series; of the deleted ones when it has no other. */
export async function listBookPaths(db: ReadDb, seriesId: string): Promise<string[]> {
  const rows = await db.selectFrom('book').select(['path', 'deletedAt']).where('seriesId', '=', seriesId).execute();
  const live = rows.filter(({ deletedAt }) => deletedAt === null);
  return (live.length > 0 ? live : rows).map(({ path }) => path);
}

/** Whether the library of a running scan still exists; its rows could not be written otherwise. */
export async function hasLibrary(db: ReadDb, libraryId: string): Promise<boolean> {
  return isFound(db.selectFrom('library').select('id').where('id', '=', libraryId));
}

/** Stores books whose path is free. @returns ids of the stored ones */
export async function insertBooks(tx: Tx, books: readonly NewBook[]): Promise<ReadonlySet<string>> {
  const doubtful = await insertPrecompiled(tx, 'insert books', books, (rows) =>
    tx.write
      .insertInto('book')
      .values(rows)
      .onConflict((conflict) => conflict.columns(['libraryId', 'path']).doNothing()),
  );
  const stored = new Set(books.map(({ id }) => id));
  for (const chunk of chunked(doubtful.map(({ id }) => id))) {
    const there = await tx.read.selectFrom('book').select('id').where('id', 'in', chunk).execute();
    for (const id of chunk) if (!there.some((book) => book.id === id)) stored.delete(id);
  }
  return stored;
}

/** Where a book was when it was looked at. */
export interface SeenPlace {
  readonly libraryId: string;
  readonly path: string;
  /** Where the change is about its place in this series. */
  readonly seriesId?: string;
}

/** Columns of a book that leaves the bin. */
export const OUT_OF_BIN = { binnedAt: null, binnedBy: null, deletionId: null } as const;

// A user may move a book to the bin while a scan runs.
const UNLESS_BINNED = sql<number | null>`case when "binnedAt" is null then null else "deletedAt" end`;

/**
 * Changes a book that is still at a place: another scan may have moved it. A book leaves the bin only with a change that says so.
 * @returns whether it was changed
 */
export async function updateScannedBook(tx: Tx, bookId: string, change: BookChange, seen: SeenPlace): Promise<boolean> {
  const staysInBin = change.deletedAt === null && change.binnedAt === undefined;
  return isFound(
    tx.write
      .updateTable('book')
      .set(staysInBin ? { ...change, deletedAt: UNLESS_BINNED } : change)
      .where('id', '=', bookId)
      .where('libraryId', '=', seen.libraryId)
      .where('path', '=', seen.path)
      .$if(seen.seriesId !== undefined, (query) => query.where('seriesId', '=', seen.seriesId ?? ''))
      .returning('id'),
  );
}

/** Marks live books of a library for analysis. */
export async function markDue(tx: Tx, libraryId: string, bookIds: readonly string[]): Promise<void> {
  await writeChunked(bookIds, (chunk) =>
    tx.write
      .updateTable('book')
      .set({ analysisDue: 1 })
      .where('id', 'in', chunk)
      .where('libraryId', '=', libraryId)
      .where('deletedAt', 'is', null),
  );
}

/** Marks books whose file took too long to read, once their retry is due. @param now epoch milliseconds */
export async function markRetriesDue(tx: Tx, libraryId: string, now: number): Promise<void> {
  await tx.write
    .updateTable('book')
    .set({ analysisDue: 1, retryAt: null })
    .where('libraryId', '=', libraryId)
    .where('retryAt', 'is not', null)
    .where('retryAt', '<=', now)
    .where('deletedAt', 'is', null)
    .execute();
}

/** Books of a library that wait for analysis. */
export async function countDueBooks(db: ReadDb, libraryId: string): Promise<number> {
  return countRows(
    db
      .selectFrom('book')
      .where('libraryId', '=', libraryId)
      .where('analysisDue', '=', DUE)
      .where('deletedAt', 'is', null),
  );
}

/** Stores the time of the last scan of a library. */
export async function writeScanned(tx: Tx, libraryId: string, at: number): Promise<void> {
  await tx.write.updateTable('library').set({ lastScannedAt: at }).where('id', '=', libraryId).execute();
}

/** The clocks of process and database may differ by this much; delayed scans wait longer. */
export const CLOCK_MS = 5_000;

/** Whether a library was scanned as a whole, and no later scan failed or was cancelled. */
export async function isLookedThrough(db: ReadDb, libraryId: string): Promise<boolean> {
  const library = await db.selectFrom('library').select('lastScannedAt').where('id', '=', libraryId).executeTakeFirst();
  if (library === undefined || library.lastScannedAt === null) return false;
  const broken = await db
    .selectFrom('task')
    .select('id')
    .where('type', '=', 'scan_library')
    .where('libraryId', '=', libraryId)
    .where('status', 'in', ['failed', 'cancelled'])
    .where('completedAt', '>', library.lastScannedAt - CLOCK_MS)
    .limit(1)
    .executeTakeFirst();
  return broken === undefined;
}
