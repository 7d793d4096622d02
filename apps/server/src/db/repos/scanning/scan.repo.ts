import { ScanningConfig } from '@lectern/contract';
import { type Insertable, sql, type Updateable } from 'kysely';
import { z } from 'zod';
import { chunked } from '../../sql/dialect.ts';
import type { ReadDb, Tx } from '../../open.ts';
import { insertPrecompiled, runPrecompiled, slot } from '../../precompiled.ts';
import type { BookTable, SeriesTable } from '../../schema/index.ts';

/** What a scan needs to know of a library. */
export interface ScanTarget {
  readonly id: string;
  readonly name: string;
  /** Absolute. */
  readonly path: string;
  /** Upper-case names as stored, null for all. */
  readonly allowedFormats: readonly string[] | null;
  readonly excludedPatterns: string | null;
  readonly bookStrategy: string;
  readonly numberStrategy: string;
  readonly seriesStrategy: string;
  /** JSON, as the two below. */
  readonly bookConfig: string | null;
  readonly seriesConfig: string | null;
  readonly titlePreprocessingRules: string | null;
  readonly purgeDeletedOnScan: boolean;
  readonly followLinksOutside: boolean;
}

/** A book as the last scan left it. */
export interface KnownBook {
  readonly id: string;
  readonly seriesId: string;
  readonly path: string;
  readonly fileSize: number;
  readonly fileModifiedAt: number;
  /** What lay beside the file, as `FoundFile.sidecars`. */
  readonly sidecars: string | null;
  readonly deletedAt: number | null;
  readonly missingSince: number | null;
}

/** A book that may turn up under another path. */
export interface MoveCandidate extends KnownBook {
  readonly libraryId: string;
  readonly libraryPath: string;
  readonly state: string;
  readonly fingerprint: string | null;
  readonly fileHash: string;
}

/** A book as far as its place in the series is concerned. */
export interface PlacedBook {
  readonly id: string;
  readonly path: string;
  readonly fileName: string;
  readonly title: string;
  readonly titleSort: string | null;
  readonly number: string | null;
  readonly numberSort: number | null;
  readonly volume: number | null;
  readonly chapter: number | null;
  readonly statedTitle: string | null;
  readonly statedNumber: string | null;
  readonly statedVolume: number | null;
  readonly statedChapter: number | null;
  /** JSON array of lock names, null without a metadata row. */
  readonly locks: string | null;
  /** As `BookTable.placedBy` and `.namedBy`. */
  readonly placedBy: string | null;
  readonly namedBy: string | null;
}

export type NewBook = Insertable<BookTable>;
export type NewSeries = Insertable<SeriesTable>;
export type BookChange = Updateable<BookTable>;
export type SeriesChange = Updateable<SeriesTable>;

/** A series of the library that is scanned. */
export interface KnownSeries {
  readonly id: string;
  readonly path: string;
  readonly name: string;
  readonly title: string;
  readonly titleSort: string | null;
  readonly publisher: string | null;
  /** As `SeriesTable.filled`. */
  readonly filled: string | null;
  /** Names of locked fields, JSON array. */
  readonly locks: string;
}

const PAGE = 1_000;
const SERIES_COLUMNS = ['id', 'path', 'name', 'title', 'titleSort', 'publisher', 'filled', 'locks'] as const;
const Formats = z.array(z.string()).nullable();
// Partial indexes are used only where the statement itself says the value.
const DUE = sql.lit(1);

/** The library of a scan, or undefined when it is gone. */
export async function findScanTarget(db: ReadDb, libraryId: string): Promise<ScanTarget | undefined> {
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
    const rows = await runPrecompiled<KnownBook>(db, shape, { libraryId, from }, () =>
      db
        .selectFrom('book')
        .select(['id', 'seriesId', 'path', 'fileSize', 'fileModifiedAt', 'sidecars', 'deletedAt', 'missingSince'])
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
export async function listKnownSeries(db: ReadDb, libraryId: string): Promise<KnownSeries[]> {
  return db.selectFrom('series').select(SERIES_COLUMNS).where('libraryId', '=', libraryId).execute();
}

/** Series by id, each with its library. */
export async function listSeriesById(
  db: ReadDb,
  ids: readonly string[],
): Promise<(KnownSeries & { readonly libraryId: string })[]> {
  const found: (KnownSeries & { readonly libraryId: string })[] = [];
  for (const chunk of chunked(ids)) {
    const rows = db
      .selectFrom('series')
      .select([...SERIES_COLUMNS, 'libraryId'])
      .where('id', 'in', chunk);
    found.push(...(await rows.execute()));
  }
  return found;
}

/** Paths of the live books of a series; of the deleted ones when it has no other. */
export async function listBookPaths(db: ReadDb, seriesId: string): Promise<string[]> {
  const rows = await db.selectFrom('book').select(['path', 'deletedAt']).where('seriesId', '=', seriesId).execute();
  const live = rows.filter(({ deletedAt }) => deletedAt === null);
  return (live.length > 0 ? live : rows).map(({ path }) => path);
}

/** Every book of a series, deleted or not. */
export async function listBooksOfSeries(db: ReadDb, seriesId: string): Promise<MoveCandidate[]> {
  return candidates(db).where('book.seriesId', '=', seriesId).execute();
}

function candidates(db: ReadDb) {
  return db
    .selectFrom('book')
    .innerJoin('library', 'library.id', 'book.libraryId')
    .select([
      'book.id',
      'book.libraryId',
      'book.seriesId',
      'book.path',
      'book.fileSize',
      'book.fileModifiedAt',
      'book.sidecars',
      'book.deletedAt',
      'book.missingSince',
      'book.state',
      'book.fingerprint',
      'book.fileHash',
      'library.path as libraryPath',
    ]);
}

/** Books by id, whether they were ever read or not. */
export async function listCandidatesById(db: ReadDb, ids: readonly string[]): Promise<MoveCandidate[]> {
  const found: MoveCandidate[] = [];
  for (const chunk of chunked(ids)) {
    found.push(...(await candidates(db).where('book.id', 'in', chunk).execute()));
  }
  return found;
}

/**
 * Analysed books of these sizes that are deleted, or that live elsewhere.
 * @param notIn a library whose live books are left out; undefined for none
 */
export async function listCandidatesBySize(
  db: ReadDb,
  notIn: string | undefined,
  sizes: readonly number[],
): Promise<MoveCandidate[]> {
  const found: MoveCandidate[] = [];
  for (const chunk of chunked(sizes)) {
    const read = candidates(db).where('book.fingerprint', 'is not', null).where('book.state', '<>', 'pending');
    const deleted = read.where('book.deletedAt', 'is not', null).where('book.fileSize', 'in', chunk);
    const elsewhere = read
      .where('book.deletedAt', 'is', null)
      .where('book.fileSize', 'in', chunk)
      .$if(notIn !== undefined, (query) => query.where('book.libraryId', '<>', notIn ?? ''));
    found.push(...(await deleted.execute()), ...(await elsewhere.execute()));
  }
  return found;
}

/** Whether there is any book that a new file of this library could be the moved file of. */
export async function hasBooksElsewhere(db: ReadDb, libraryId: string): Promise<boolean> {
  const row = await db
    .selectFrom('book')
    .select('id')
    .where((eb) => eb.or([eb('libraryId', '<>', libraryId), eb('deletedAt', 'is not', null)]))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Live books of a series with everything their numbers and titles come from. */
export async function listPlacedBooks(db: ReadDb, seriesId: string): Promise<PlacedBook[]> {
  return selectPlaced(db).where('book.seriesId', '=', seriesId).where('book.deletedAt', 'is', null).execute();
}

/** The same of single books, deleted or not. */
export async function listPlacedBooksById(db: ReadDb, ids: readonly string[]): Promise<PlacedBook[]> {
  const found: PlacedBook[] = [];
  for (const chunk of chunked(ids)) found.push(...(await selectPlaced(db).where('book.id', 'in', chunk).execute()));
  return found;
}

/** Where reads of books begin that are titled and numbered. */
export function selectPlaced(db: ReadDb) {
  return db
    .selectFrom('book')
    .leftJoin('bookMetadata as stated', 'stated.bookId', 'book.id')
    .select([
      'book.id',
      'book.path',
      'book.fileName',
      'book.title',
      'book.titleSort',
      'book.number',
      'book.numberSort',
      'book.volume',
      'book.chapter',
      'book.placedBy',
      'book.namedBy',
      'stated.title as statedTitle',
      'stated.number as statedNumber',
      'stated.volume as statedVolume',
      'stated.chapter as statedChapter',
      'stated.locks',
    ]);
}

/** Whether the library of a running scan still exists; its rows could not be written otherwise. */
export async function hasLibrary(db: ReadDb, libraryId: string): Promise<boolean> {
  const row = await db.selectFrom('library').select('id').where('id', '=', libraryId).executeTakeFirst();
  return row !== undefined;
}

/**
 * Stores books; where one has the path already, that one is left as it is.
 * @returns ids of those that were stored
 */
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

/**
 * Changes one book.
 * @param seen the book is changed only while it is still there: the scan of another library may have found its file
 * @returns whether it was changed
 */
export async function updateScannedBook(tx: Tx, bookId: string, change: BookChange, seen: SeenPlace): Promise<boolean> {
  const row = await tx.write
    .updateTable('book')
    .set(change)
    .where('id', '=', bookId)
    .where('libraryId', '=', seen.libraryId)
    .where('path', '=', seen.path)
    .$if(seen.seriesId !== undefined, (query) => query.where('seriesId', '=', seen.seriesId ?? ''))
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Every live book of the library among these is to be opened again. */
export async function markDue(tx: Tx, libraryId: string, bookIds: readonly string[]): Promise<void> {
  for (const chunk of chunked(bookIds)) {
    await tx.write
      .updateTable('book')
      .set({ analysisDue: 1 })
      .where('id', 'in', chunk)
      .where('libraryId', '=', libraryId)
      .where('deletedAt', 'is', null)
      .execute();
  }
}

/**
 * Has books opened again whose file took too long to read, once their time has come.
 * @param now epoch milliseconds
 */
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
  const { count } = await db
    .selectFrom('book')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('libraryId', '=', libraryId)
    .where('analysisDue', '=', DUE)
    .where('deletedAt', 'is', null)
    .executeTakeFirstOrThrow();
  return count;
}

/** Notes when a library was looked through last. */
export async function writeScanned(tx: Tx, libraryId: string, at: number): Promise<void> {
  await tx.write.updateTable('library').set({ lastScannedAt: at }).where('id', '=', libraryId).execute();
}
