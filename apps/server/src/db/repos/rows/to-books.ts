import { type Book, FileFormat, ReadingDirection } from '@lectern/contract';
import type { ReadDb } from '../../open.ts';
import { sayFault } from '#words/say-fault.ts';
import { listErrorsOfBooks } from './book-errors.repo.ts';
import { parseCoverSource } from './covers.repo.ts';
import { type ProgressRow, toReadProgress } from './progress-rows.ts';
import type { BookRow } from './select-books.ts';
import { getShownPath, type ViewerScope } from './viewer-scope.ts';

// Looked up, not parsed: fifty rows a request pass here.
const FORMATS = new Map<string, Book['fileFormat']>(FileFormat.options.map((format) => [format, format]));
const LAYOUTS = new Map<string | null, Book['layout']>([
  ['pages', 'pages'],
  ['reflowable', 'reflowable'],
]);
const DIRECTIONS = new Map<string, ReadingDirection>(ReadingDirection.options.map((name) => [name, name]));

function parseFormat({ id, fileFormat }: BookRow): Book['fileFormat'] {
  const format = FORMATS.get(fileFormat);
  if (format === undefined) throw new Error(`Book ${id} has the unknown format "${fileFormat}"`);
  return format;
}

function toProgressRow(row: BookRow, userId: string): ProgressRow | undefined {
  const { progressId, currentPage, completed, startedAt, progressUpdatedAt } = row;
  if (progressId === null || currentPage === null || completed === null) return undefined;
  if (startedAt === null || progressUpdatedAt === null) return undefined;
  return {
    ...{ id: progressId, userId, bookId: row.id, currentPage, completed, startedAt, updatedAt: progressUpdatedAt },
    percentage: row.percentage,
    completedAt: row.completedAt,
    locator: row.locator,
    layout: row.layout,
    pageCount: row.pageCount,
  };
}

function toBook(row: BookRow, viewerScope: ViewerScope, analysisError: string | null): Book {
  const progress = toProgressRow(row, viewerScope.userId);
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
    path: getShownPath(viewerScope, row.libraryPath, row.path),
    fileFormat: parseFormat(row),
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
    selectedCoverSource: parseCoverSource(row.customCoverSource),
    hasCustomCover: row.hasCustomCover === 1,
  };
}

/** Books as the API shows them, those that cannot be read with their first error. */
export async function toBooks(db: ReadDb, rows: readonly BookRow[], viewerScope: ViewerScope): Promise<Book[]> {
  const failed = rows.filter(({ state }) => state === 'failed').map(({ id }) => id);
  const errors = await listErrorsOfBooks(db, failed);
  const messages = new Map(errors.reverse().map((error) => [error.bookId, sayFault(error)]));
  return rows.map((row) => toBook(row, viewerScope, messages.get(row.id) ?? null));
}
