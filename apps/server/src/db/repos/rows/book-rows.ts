import { type Book, FileFormat, ReadingDirection } from '@lectern/contract';
import { sql } from 'kysely';
import { type ViewerScope, shownPathOf, visibilityShape, visibleBooks } from './visibility.ts';
import type { ReadDb } from '../../open.ts';
import { runPrecompiled, slot } from '../../precompiled.ts';
import type { KeyColumn, OrderTerm } from './book-order.ts';
import { coverSourceOf } from './covers.repo.ts';
import { listErrorsOfBooks } from './book-errors.repo.ts';
import { type ProgressRow, toReadProgress } from './progress-rows.ts';

/** Columns of a row that `toBook` turns into the `Book` of the API. */
interface BookRow {
  readonly id: string;
  readonly libraryId: string;
  readonly libraryName: string;
  readonly libraryPath: string;
  readonly libraryDirection: string;
  readonly seriesId: string;
  readonly seriesName: string;
  readonly seriesDirection: string | null;
  readonly title: string;
  readonly titleSort: string | null;
  readonly numberSort: number | null;
  readonly volume: number | null;
  readonly chapter: number | null;
  readonly summary: string | null;
  readonly path: string;
  readonly fileFormat: string;
  readonly fileSize: number;
  readonly fileHash: string;
  readonly koreaderHash: string | null;
  readonly pageCount: number;
  readonly state: string;
  readonly layout: string | null;
  readonly deletedAt: number | null;
  readonly coverKey: string | null;
  readonly coverColor: string | null;
  readonly customCoverKey: string | null;
  readonly customCoverColor: string | null;
  readonly customCoverSource: string | null;
  readonly hasCustomCover: number;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly progressId: string | null;
  readonly currentPage: number | null;
  readonly percentage: number | null;
  readonly completed: number | null;
  readonly completedAt: number | null;
  readonly locator: string | null;
  readonly startedAt: number | null;
  readonly progressUpdatedAt: number | null;
  readonly wishId: string | null;
}

// Looked up, not parsed: fifty rows a request pass here.
const FORMATS = new Map<string, Book['fileFormat']>(FileFormat.options.map((format) => [format, format]));
const LAYOUTS = new Map<string | null, Book['layout']>([
  ['pages', 'pages'],
  ['reflowable', 'reflowable'],
]);
const DIRECTIONS = new Map<string, ReadingDirection>(ReadingDirection.options.map((name) => [name, name]));

function formatOf({ id, fileFormat }: BookRow): Book['fileFormat'] {
  const format = FORMATS.get(fileFormat);
  if (format === undefined) throw new Error(`Book ${id} has the unknown format "${fileFormat}"`);
  return format;
}

/** Numbers of ids a statement is compiled for; shorter lists repeat their last id, longer ones are cut. */
const ID_COUNTS = [1, 2, 10, 50, 100, 500] as const;
const MOST_IDS = 500;

function padded(ids: readonly string[]): readonly string[] {
  const size = ID_COUNTS.find((candidate) => candidate >= ids.length) ?? MOST_IDS;
  if (size === ids.length) return ids;
  return [...ids, ...Array<string>(size - ids.length).fill(ids.at(-1) ?? '')];
}

/** Values of a precompiled query over ids, and slots for them: `count` of them, which belongs into the query's shape. */
export function idSlots(ids: readonly string[]) {
  const padding = padded(ids);
  return {
    count: padding.length,
    values: { ids: padding },
    slots: () => padding.map((_, index) => slot<string>('ids', index)),
  };
}

const COVER_COLUMNS = [
  'book.coverKey',
  'book.coverColor',
  'book.customCoverKey',
  'book.customCoverColor',
  'book.customCoverSource',
  'book.hasCustomCover',
] as const;

/** Books with the series of each: what `wholeRows` adds to. */
function withSeries(books: ReturnType<typeof visibleBooks>) {
  return books.innerJoin('series', 'series.id', 'book.seriesId');
}

type WithSeries = ReturnType<typeof withSeries>;

/** What else a book is shown with. */
function wholeRows(books: WithSeries) {
  return (
    books
      .innerJoin('library', 'library.id', 'book.libraryId')
      .leftJoin('bookMetadata', 'bookMetadata.bookId', 'book.id')
      .leftJoin('readProgress as progress', (join) =>
        join.onRef('progress.bookId', '=', 'book.id').on('progress.userId', '=', slot<string>('userId')),
      )
      // A book is wanted once by each.
      .leftJoin('wantToRead as wish', (join) =>
        join.onRef('wish.bookId', '=', 'book.id').on('wish.userId', '=', slot<string>('userId')),
      )
      .select([
        'book.id',
        'book.libraryId',
        'book.seriesId',
        'book.title',
        'book.titleSort',
        'book.numberSort',
        'book.volume',
        'book.chapter',
        'book.path',
        'book.fileFormat',
        'book.fileSize',
        'book.fileHash',
        'book.koreaderHash',
        'book.pageCount',
        'book.state',
        'book.layout',
        'book.deletedAt',
        ...COVER_COLUMNS,
        'book.createdAt',
        'book.updatedAt',
        'library.name as libraryName',
        'library.path as libraryPath',
        'library.defaultReadingDirection as libraryDirection',
        'series.title as seriesName',
        'series.readingDirection as seriesDirection',
        'bookMetadata.summary',
        'progress.id as progressId',
        'progress.currentPage',
        'progress.percentage',
        'progress.completed',
        'progress.completedAt',
        'progress.locator',
        'progress.startedAt',
        'progress.updatedAt as progressUpdatedAt',
        'wish.id as wishId',
      ])
  );
}

async function selectRows(db: ReadDb, viewerScope: ViewerScope, ids: readonly string[]): Promise<BookRow[]> {
  const { count, values, slots } = idSlots(ids);
  const everything = { includeDeleted: true };
  const shape = `book-rows:${count}:${visibilityShape(viewerScope, everything)}`;
  return await runPrecompiled<BookRow>(db, shape, { ...values, userId: viewerScope.userId }, () =>
    wholeRows(withSeries(visibleBooks(db, viewerScope, everything))).where('book.id', 'in', slots()),
  );
}

function progressOf(row: BookRow, userId: string): ProgressRow | undefined {
  const { progressId, currentPage, completed, startedAt, progressUpdatedAt } = row;
  if (progressId === null || currentPage === null || completed === null) return undefined;
  if (startedAt === null || progressUpdatedAt === null) return undefined;
  return {
    id: progressId,
    userId,
    bookId: row.id,
    currentPage,
    completed,
    startedAt,
    updatedAt: progressUpdatedAt,
    percentage: row.percentage,
    completedAt: row.completedAt,
    locator: row.locator,
    layout: row.layout,
    pageCount: row.pageCount,
  };
}

function toBook(row: BookRow, viewerScope: ViewerScope, analysisError: string | null): Book {
  const progress = progressOf(row, viewerScope.userId);
  return {
    id: row.id,
    libraryId: row.libraryId,
    libraryName: row.libraryName,
    seriesId: row.seriesId,
    seriesName: row.seriesName,
    title: row.title,
    titleSort: row.titleSort,
    number: row.numberSort === null ? null : Math.trunc(row.numberSort),
    volume: row.volume,
    chapter: row.chapter,
    summary: row.summary,
    path: shownPathOf(viewerScope, row.libraryPath, row.path),
    fileFormat: formatOf(row),
    fileSize: row.fileSize,
    fileHash: row.fileHash,
    extReaderHash: row.koreaderHash,
    pageCount: row.pageCount,
    analyzed: row.state === 'ready',
    analysisError,
    deleted: row.deletedAt !== null,
    readingDirection: DIRECTIONS.get(row.seriesDirection ?? row.libraryDirection) ?? null,
    readProgress: progress === undefined ? undefined : toReadProgress(progress),
    wantToRead: row.wishId !== null,
    createdAt: new Date(row.createdAt).toISOString(),
    updatedAt: new Date(row.updatedAt).toISOString(),
    layout: LAYOUTS.get(row.layout) ?? null,
    coverVersion: row.customCoverKey ?? row.coverKey,
    coverPlaceholder: row.customCoverKey === null ? row.coverColor : row.customCoverColor,
    selectedCoverSource: coverSourceOf(row.customCoverSource),
    hasCustomCover: row.hasCustomCover === 1,
  };
}

async function failuresOf(db: ReadDb, rows: readonly BookRow[]): Promise<ReadonlyMap<string, string>> {
  const failed = rows.filter(({ state }) => state === 'failed').map(({ id }) => id);
  if (failed.length === 0) return new Map();
  const errors = await listErrorsOfBooks(db, failed);
  return new Map(errors.reverse().map(({ bookId, message }) => [bookId, message]));
}

async function toBooks(db: ReadDb, rows: readonly BookRow[], viewerScope: ViewerScope): Promise<Book[]> {
  const failures = await failuresOf(db, rows);
  return rows.map((row) => toBook(row, viewerScope, failures.get(row.id) ?? null));
}

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

/** The books that a query finds, with all that belongs to them; of PostgreSQL only, as it joins what SQLite cannot. */
export async function listBookPage(
  db: ReadDb,
  viewerScope: ViewerScope,
  { shape, values, books, order, key }: BookPage,
): Promise<ListedPage> {
  const rows = await runPrecompiled<BookRow & { readonly key: string | number }>(
    db,
    shape,
    { ...values, userId: viewerScope.userId },
    () => {
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
      let query = wholeRows(some as unknown as WithSeries).select(`${key} as key`);
      for (const [expression, way] of order) query = query.orderBy(expression, way);
      return query;
    },
  );
  return { books: await toBooks(db, rows, viewerScope), firstKey: rows[0]?.key };
}

/**
 * Books by id, in the order of the ids; those that are gone or hidden are left out. Soft-deleted ones are included.
 * @param ids any number, each once
 */
export async function findBooksById(db: ReadDb, viewerScope: ViewerScope, ids: readonly string[]): Promise<Book[]> {
  const byId = new Map<string, Book>();
  for (let index = 0; index < ids.length; index += MOST_IDS) {
    const rows = await selectRows(db, viewerScope, ids.slice(index, index + MOST_IDS));
    for (const book of await toBooks(db, rows, viewerScope)) byId.set(book.id, book);
  }
  return ids.map((id) => byId.get(id)).filter((book) => book !== undefined);
}
