import type { EntityEvent, FileFormat } from '@lectern/contract';
import { placeBook } from '#core/catalog/naming/find-home.ts';
import { fillSeries } from '#core/catalog/metadata/fill-series.ts';
import { fillTerms, parseLocks, type MergedMetadata, mergeMetadata } from '#core/catalog/metadata/merge-metadata.ts';
import { hasTemplates, compileLibraryRules } from '#core/rules/naming/library-rules.ts';
import { planBook } from '#core/rules/naming/plan-series.ts';
import { sortKey } from '#core/rules/text/sort-key.ts';
import { newId } from '#db/new-id.ts';
import type { Database, Tx } from '#db/open.ts';
import { followBookCover, keepLockedCover, listFollowers } from '#db/repos/covers/shown-covers.repo.ts';
import { deleteBookReading, writeBookReading } from '#db/repos/reading/stored-reading.ts';
import { type RecordedError, writeBookErrors } from '#db/repos/rows/book-errors.repo.ts';
import {
  type AnalyzedBook,
  type BookToAnalyze,
  countLiveBooks,
  findBookToAnalyze,
  findMetadataRow,
  lockBook,
  type MetadataRow,
  writeAnalyzedBook,
  writeMetadata,
} from '#db/repos/scanning/analysis.repo.ts';
import { markNumbersDue } from '#db/repos/scanning/naming.repo.ts';
import type { EventBus } from '#events/bus.ts';
import { bookCoverEvent, bookEvent } from '#events/entity-events.ts';
import type { CatalogEvent } from '#events/visibility-changes.ts';
import { findLibraryFileState } from '#files/opening/find-file.ts';
import { pathInRoot } from '#files/walk/path-in-root.ts';
import type { StoredCover } from '#images/covers.ts';
import type { GroupedWrites, WriteGroup } from './grouped-writes.ts';
import type { AnalysisOutcome, AnalyzeOptions } from '#core/catalog/pages/book-analyzer.ts';
import { type FileReading, isReplaced, type KeptReading, readBookFile, type ReadContext } from './read-book-file.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const PAUSES_MS = [10 * MINUTE_MS, HOUR_MS, 6 * HOUR_MS, 24 * HOUR_MS];

/**
 * When the next scan may retry a file that timed out.
 * @param failedAttempts timeouts in a row, this one included
 * @returns epoch milliseconds; null after the last attempt
 */
export function retryTime(failedAttempts: number, now: number): number | null {
  const pause = PAUSES_MS[failedAttempts - 1];
  return pause === undefined ? null : now + pause;
}

/** Tools of an analysis. */
export interface AnalyzeContext extends ReadContext {
  readonly db: Database;
  readonly events: EventBus;
  readonly writes: GroupedWrites;
}

interface FileState {
  readonly size: number;
  readonly modifiedAt: number;
}

function isSameFile(book: BookToAnalyze, file: FileState): boolean {
  return book.fileSize === file.size && book.fileModifiedAt === file.modifiedAt;
}

/**
 * Columns that follow from the opened file.
 * @param looked the book when its files were read; a scan may have found other sidecars since
 */
function fileColumns(book: BookToAnalyze, looked: BookToAnalyze, file: FileState): AnalyzedBook {
  return {
    fileSize: file.size,
    fileModifiedAt: file.modifiedAt,
    ...(isSameFile(book, file) ? {} : { fileHash: '' }),
    analysisDue: book.sidecars === looked.sidecars ? 0 : 1,
    failedAttempts: 0,
    retryAt: null,
  };
}

interface Success {
  readonly book: BookToAnalyze;
  readonly file: FileState;
  readonly reading: KeptReading;
  readonly cover: StoredCover | null;
  readonly errors: readonly RecordedError[];
}

interface Naming {
  readonly known: MetadataRow | undefined;
  readonly merged: MergedMetadata;
  readonly reading: KeptReading;
  readonly seriesSize: number;
}

function naming(book: BookToAnalyze, { known, merged, reading, seriesSize }: Naming) {
  const locks = parseLocks(known);
  const titleSort = locks.has('titleSortLock') ? book.titleSort : (reading.metadata.titleSort ?? null);
  const placed = {
    ...book,
    titleSort,
    volume: null,
    chapter: null,
    placedBy: null,
    statedTitle: merged.title ?? null,
    statedNumber: merged.number ?? null,
    statedVolume: merged.volume ?? null,
    statedChapter: merged.chapter ?? null,
    locks: known?.locks ?? null,
  };
  const series = { title: book.seriesTitle, size: seriesSize, position: null };
  return { placing: planBook(compileLibraryRules(book), placed, series), titleSort };
}

/** Reads the book again in the transaction: a scan may have renumbered or moved it meanwhile. */
async function findSameBook(tx: Tx, { id, libraryId, path }: BookToAnalyze): Promise<BookToAnalyze | undefined> {
  await lockBook(tx, id);
  const book = await findBookToAnalyze(tx.read, id);
  if (book?.libraryId !== libraryId || book.path !== path) return undefined;
  const isLockable = book.coverKey !== null && book.customCoverKey === null;
  return isLockable && (await keepLockedCover(tx, id)) ? findBookToAnalyze(tx.read, id) : book;
}

/** Updates the covers that other rows took from this book, unless its shown cover stays the same. */
async function followCover({ tx, covers }: WriteGroup, before: BookToAnalyze, found: string | null, at: number) {
  if (before.customCoverKey !== null || before.coverKey === found) return [];
  const followers = before.lendsCover === 1 ? await listFollowers(tx.read, before.id) : [];
  if (followers.length > 0) {
    await covers.watch(followers);
    await followBookCover(tx, before.id, at);
  }
  return [bookCoverEvent(before)];
}

/** Only changed columns: an unchanged one would still cost its index entries. */
function changedColumns(book: BookToAnalyze, columns: AnalyzedBook): AnalyzedBook {
  const known: Readonly<Record<string, unknown>> = { ...book };
  return Object.fromEntries(Object.entries(columns).filter(([name, value]) => known[name] !== value));
}

function coverColumns(cover: StoredCover | null): Required<Pick<AnalyzedBook, 'coverKey' | 'coverColor'>> {
  return cover === null ? { coverKey: null, coverColor: null } : { coverKey: cover.key, coverColor: cover.color };
}

async function writeReading(ctx: AnalyzeContext, group: WriteGroup, success: Success): Promise<AnalysisOutcome> {
  const { file, reading, cover, errors } = success;
  const { tx } = group;
  const at = Date.now();
  const found = await findSameBook(tx, success.book);
  if (found === undefined) return 'gone';
  const known = found.hasMetadata === 1 ? await findMetadataRow(tx.read, found.id) : undefined;
  const merged = mergeMetadata(known, reading.metadata);
  const home = await placeBook(tx, ctx.events, found, merged);
  const book = { ...found, ...home.series };
  await group.covers.watch([found.seriesId, book.seriesId]);
  // Only these titles are padded by the number of books.
  const seriesSize = book.bookStrategy === 'series_name' ? await countLiveBooks(tx.read, book.seriesId) : 0;
  const { placing, titleSort } = naming(book, { known, merged, reading, seriesSize });
  const columns = changedColumns(found, {
    ...fileColumns(book, success.book, file),
    ...home.columns,
    ...placing,
    sortKey: sortKey(titleSort ?? placing.title),
    titleSort,
    state: 'ready',
    fileFormat: reading.format satisfies FileFormat,
    layout: reading.layout,
    pageCount: reading.pageCount,
    fingerprint: reading.fingerprint,
    koreaderHash: reading.koreaderHash,
    ...coverColumns(cover),
    analyzedAt: at,
    updatedAt: at,
  });
  if (!(await writeAnalyzedBook(tx, book.id, columns))) return 'gone';
  await home.settle();
  // Templates see the new metadata, so the series is renamed and renumbered later.
  if (hasTemplates(compileLibraryRules(book))) await markNumbersDue(tx, [book.seriesId]);
  await writeBookReading(tx, book.id, reading.packed);
  await writeMetadata(tx, { ...merged, id: newId(), bookId: book.id, createdAt: at, updatedAt: at });
  await fillTerms(tx, book, reading.metadata, parseLocks(known));
  if (found.hasErrors === 1 || errors.length > 0) await writeBookErrors(tx, book.id, errors, at);
  const seriesEvent = await fillSeries(tx, book.seriesId, { bookId: book.id, metadata: reading.metadata }, at);
  const coverEvents = await followCover(group, found, cover?.key ?? null, at);
  tx.afterCommit(() => announce(ctx.events, book, { seriesEvent, coverEvents }));
  return 'ready';
}

function announce(
  events: EventBus,
  book: BookToAnalyze,
  changed: { readonly seriesEvent: CatalogEvent | undefined; readonly coverEvents: readonly EntityEvent[] },
): void {
  events.emit(bookEvent('book_updated', book));
  if (changed.seriesEvent !== undefined) events.emit(changed.seriesEvent);
  for (const event of changed.coverEvents) events.emit(event);
}

interface Failure {
  readonly book: BookToAnalyze;
  readonly file: FileState;
  readonly found: Extract<FileReading, { readonly ok: false }>;
}

const NOTHING: AnalyzedBook = {
  state: 'failed',
  layout: null,
  pageCount: 0,
  koreaderHash: null,
  coverKey: null,
  coverColor: null,
};

/** Only a timeout is retried by time; other failures wait for a change or a request. */
function retryColumns(book: BookToAnalyze, { reason }: Failure['found'], at: number): AnalyzedBook {
  if (reason !== 'time') return {};
  const failedAttempts = book.failedAttempts + 1;
  return { failedAttempts, retryAt: retryTime(failedAttempts, at) };
}

async function writeFailure(ctx: AnalyzeContext, group: WriteGroup, failure: Failure): Promise<AnalysisOutcome> {
  const { book: looked, file, found } = failure;
  const { tx } = group;
  const at = Date.now();
  const book = await findSameBook(tx, looked);
  if (book === undefined) return 'gone';
  // The unchanged file was readable before, so the failure is not its fault: keep what is known.
  const isKept = found.reason !== 'file' && book.state === 'ready' && isSameFile(book, file);
  const change = changedColumns(book, {
    ...fileColumns(book, looked, file),
    ...retryColumns(book, found, at),
    ...(isKept ? {} : { ...NOTHING, fingerprint: found.fingerprint, analyzedAt: at }),
    updatedAt: at,
  });
  if (!isKept) await group.covers.watch([book.seriesId]);
  if (!(await writeAnalyzedBook(tx, book.id, change))) return 'gone';
  if (!isKept) await deleteBookReading(tx, book.id);
  await writeBookErrors(tx, book.id, found.errors, at);
  const coverEvents = isKept ? [] : await followCover(group, book, null, at);
  tx.afterCommit(() => announce(ctx.events, book, { seriesEvent: undefined, coverEvents }));
  return 'failed';
}

type Finding = (group: WriteGroup) => Promise<AnalysisOutcome>;

async function findReading(...[ctx, book, options]: Parameters<typeof readBookFile>): Promise<FileReading | undefined> {
  try {
    return await readBookFile(ctx, book, options);
  } catch (error) {
    if (isReplaced(error)) return undefined;
    throw error;
  }
}

async function readFinding(
  ctx: AnalyzeContext,
  book: BookToAnalyze,
  options: AnalyzeOptions,
): Promise<Finding | Exclude<AnalysisOutcome, 'ready' | 'failed'>> {
  const path = pathInRoot(book.libraryPath, book.path);
  const before = await findLibraryFileState(book.libraryPath, path);
  if (before === undefined) return 'gone';
  const found = await findReading(ctx, book, options);
  if (found === undefined) return 'gone';
  const file = await findLibraryFileState(book.libraryPath, path);
  if (file?.size !== before.size || file.modifiedAt !== before.modifiedAt) return 'changing';
  if (!found.ok) return async (group) => writeFailure(ctx, group, { book, file, found });
  const { reading, cover, errors } = found;
  return async (group) => writeReading(ctx, group, { book, file, reading, cover, errors });
}

/**
 * Opens a book's file once, reads its sidecars, and writes pages, metadata, cover and identity, or the error.
 * Locked metadata stays. A second run leaves the same rows.
 * @throws {Error} with a system `code` when the disk fails; the book stays queued
 */
export async function analyzeBook(ctx: AnalyzeContext, bookId: string, options: AnalyzeOptions) {
  const book = await findBookToAnalyze(ctx.db.read, bookId);
  if (book === undefined) return 'gone';
  using member = options.background ? ctx.writes.join(book.libraryId) : undefined;
  const finding = await readFinding(ctx, book, options);
  if (typeof finding === 'string') return finding;
  return await (member === undefined ? ctx.writes.alone(book.libraryId, finding) : member.write(finding));
}
