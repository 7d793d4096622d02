import {
  BOOK_EXPORT_FIELDS,
  type BookExportField,
  type CatalogExportFields,
  type FullBook,
  type FullSeries,
  SERIES_EXPORT_FIELDS,
  type SeriesExportField,
} from '@lectern/contract';
import { toFullBooks } from '#core/catalog/metadata/full-books.ts';
import { toFullSeries } from '#core/catalog/metadata/full-series.ts';
import type { Viewer } from '#core/viewer.ts';
import type { ReadDb } from '#db/open.ts';
import { findBooksById } from '#db/repos/rows/book-rows.ts';
import { findSeriesById } from '#db/repos/rows/series-rows.ts';
import { listNamesHolding } from '#db/repos/lists/shared-lists.repo.ts';
import { listRatingNotes } from '#db/repos/system/export-order.repo.ts';
import { mark, say } from '#words/say.ts';

interface ExportedSeries {
  readonly full: FullSeries;
  readonly userRating: number | null;
  readonly communityRating: number | null;
  readonly notes: string | null;
  readonly collections: readonly string[];
}

interface ExportedBook {
  readonly full: FullBook;
  readonly readLists: readonly string[];
}

/** Series that the viewer sees now, in the order of `ids`. */
export async function readSeriesRows(db: ReadDb, viewer: Viewer, ids: readonly string[]): Promise<ExportedSeries[]> {
  const series = (await findSeriesById(db, viewer, ids)).filter(({ bookCount }) => bookCount > 0);
  const [all, notes, collections] = await Promise.all([
    toFullSeries(db, viewer, series),
    listRatingNotes(db, viewer.userId, ids),
    listNamesHolding(db, 'collection', ids),
  ]);
  const byId = new Map(series.map((one) => [one.id, one]));
  return all.map((full) => ({
    full,
    userRating: byId.get(full.id)?.userRating ?? null,
    communityRating: byId.get(full.id)?.communityRating ?? null,
    notes: notes.get(full.id) ?? null,
    collections: collections.get(full.id) ?? [],
  }));
}

/** Books that the viewer sees now, in the order of `ids`. */
export async function readBookRows(db: ReadDb, viewer: Viewer, ids: readonly string[]): Promise<ExportedBook[]> {
  const books = (await findBooksById(db, viewer, ids)).filter(({ deleted }) => !deleted);
  const [all, readLists] = await Promise.all([toFullBooks(db, viewer, books), listNamesHolding(db, 'readList', ids)]);
  return all.map((full) => ({ full, readLists: readLists.get(full.id) ?? [] }));
}

/** Value of a field; a list for a field with several values. */
export type Cell = string | number | boolean | null | readonly string[];

/** A field of an export. */
export interface ExportField<Row, Key extends string = string> {
  readonly key: Key;
  readonly label: string;
  readonly multiValue: boolean;
  readonly userSpecific: boolean;
  readonly read: (row: Row) => Cell;
}

interface Traits {
  readonly many?: true;
  readonly own?: true;
}

type Defined<Row> = Omit<ExportField<Row>, 'key'>;

const PERCENT = 100;

function field<Row>(label: string, read: (row: Row) => Cell, { many, own }: Traits = {}): Defined<Row> {
  return { label, read, multiValue: many === true, userSpecific: own === true };
}

function people(authors: readonly { readonly name: string; readonly role: string }[]): string[] {
  return [...new Set(authors.map(({ name, role }) => `${name} (${role.replaceAll('_', ' ')})`))];
}

function names(items: readonly { readonly name: string }[]): string[] {
  return items.map(({ name }) => name);
}

function readShare({ bookCount, unreadCount }: ExportedSeries['full']): number {
  return bookCount === 0 ? 0 : Math.round(((bookCount - unreadCount) / bookCount) * PERCENT);
}

const SHARED = {
  library_id: field(mark('Library ID'), ({ full }: ExportedSeries | ExportedBook) => full.libraryId),
  library_name: field(mark('Library'), ({ full }: ExportedSeries | ExportedBook) => full.libraryName),
  created_at: field(mark('Added'), ({ full }: ExportedSeries | ExportedBook) => full.createdAt),
  updated_at: field(mark('Changed'), ({ full }: ExportedSeries | ExportedBook) => full.updatedAt),
  summary: field(mark('Summary'), ({ full }: ExportedSeries | ExportedBook) => full.metadata.summary),
  publisher: field(mark('Publisher'), ({ full }: ExportedSeries | ExportedBook) => full.metadata.publisher),
  year: field(mark('Year'), ({ full }: ExportedSeries | ExportedBook) => full.metadata.year),
  authors: field(mark('Creators'), ({ full }: ExportedSeries | ExportedBook) => people(full.metadata.authors), {
    many: true,
  }),
  genres: field(mark('Genres'), ({ full }: ExportedSeries | ExportedBook) => names(full.genres), { many: true }),
  tags: field(mark('Tags'), ({ full }: ExportedSeries | ExportedBook) => names(full.tags), { many: true }),
};

const SERIES: Readonly<Record<SeriesExportField, Defined<ExportedSeries>>> = {
  ...SHARED,
  series_name: field(mark('Series'), ({ full }) => full.metadata.title),
  series_id: field(mark('Series ID'), ({ full }) => full.id),
  path: field(mark('Folder'), ({ full }) => full.path),
  title: field(mark('Title'), ({ full }) => full.metadata.title),
  status: field(mark('Status'), ({ full }) => full.metadata.status),
  language: field(mark('Language'), ({ full }) => full.metadata.language),
  alternate_titles: field(mark('Aliases'), ({ full }) => full.alternateTitles.map(({ title }) => title), {
    many: true,
  }),
  collections: field(mark('Collections'), ({ collections }) => collections, { many: true }),
  expected_book_count: field(mark('Expected books'), ({ full }) => full.metadata.totalVolumeCount),
  expected_chapter_count: field(mark('Expected chapters'), ({ full }) => full.metadata.totalChapterCount),
  actual_book_count: field(mark('Books'), ({ full }) => full.bookCount),
  unread_book_count: field(mark('Unread books'), ({ full }) => full.unreadCount, { own: true }),
  progress: field(mark('Progress in percent'), ({ full }) => readShare(full), { own: true }),
  user_rating: field(mark('My rating'), ({ userRating }) => userRating, { own: true }),
  user_notes: field(mark('My notes'), ({ notes }) => notes, { own: true }),
  community_avg_rating: field(mark('Average rating'), ({ communityRating }) => communityRating),
  external_ratings: field(
    mark('External ratings'),
    ({ full }) => full.externalRatings.map(({ sourceName, rating }) => `${sourceName}: ${String(rating)}`),
    { many: true },
  ),
};

function fileName(path: string): string {
  return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
}

const BOOKS: Readonly<Record<BookExportField, Defined<ExportedBook>>> = {
  ...SHARED,
  book_name: field(mark('Book'), ({ full }) => full.title),
  book_id: field(mark('Book ID'), ({ full }) => full.id),
  series_id: field(mark('Series ID'), ({ full }) => full.seriesId),
  series_name: field(mark('Series'), ({ full }) => full.seriesName),
  file_name: field(mark('File'), ({ full }) => fileName(full.path)),
  file_path: field(mark('File path'), ({ full }) => full.path),
  file_size: field(mark('Size in bytes'), ({ full }) => full.fileSize),
  book_format: field(mark('Format'), ({ full }) => full.fileFormat),
  page_count: field(mark('Pages'), ({ full }) => full.pageCount),
  number: field(mark('Number'), ({ full }) => full.metadata.number ?? full.number),
  title: field(mark('Title'), ({ full }) => full.metadata.title ?? full.title),
  language: field(mark('Language'), ({ full }) => full.metadata.languageIso),
  read_lists: field(mark('Reading lists'), ({ readLists }) => readLists, { many: true }),
  progress: field(mark('Progress in percent'), (row) => Math.round(placeIn(row) * PERCENT), { own: true }),
  current_page: field(mark('My page'), ({ full }) => full.readProgress?.currentPage ?? null, { own: true }),
  completed: field(mark('Read'), ({ full }) => full.readProgress?.completed ?? false, { own: true }),
  completed_at: field(mark('Read on'), ({ full }) => full.readProgress?.completedAt ?? null, { own: true }),
};

/** Reading progress, 0 to 1. */
function placeIn({ full: { readProgress, pageCount } }: ExportedBook): number {
  if (readProgress === undefined) return 0;
  if (readProgress.completed) return 1;
  if (readProgress.progressPercentage !== null) return readProgress.progressPercentage;
  return pageCount === 0 ? 0 : Math.min(1, readProgress.currentPage / pageCount);
}

export const SERIES_ANCHOR: SeriesExportField = 'series_name';
export const BOOK_ANCHOR: BookExportField = 'book_name';

/** Each wanted field once, in the given order; a missing anchor comes last. */
function chosen<Row, Key extends string>(
  defined: Readonly<Record<Key, Defined<Row>>>,
  keys: readonly Key[],
  anchor: Key,
): readonly ExportField<Row, Key>[] {
  return [...new Set([...keys, anchor])].map((key) => ({ key, ...defined[key], label: say(defined[key].label) }));
}

/** Fields of series for an export. */
export function seriesFields(keys: readonly SeriesExportField[]): readonly ExportField<ExportedSeries>[] {
  return chosen(SERIES, keys, SERIES_ANCHOR);
}

/** Fields of books for an export. */
export function bookFields(keys: readonly BookExportField[]): readonly ExportField<ExportedBook>[] {
  return chosen(BOOKS, keys, BOOK_ANCHOR);
}

function described<Key extends string>(
  keys: readonly Key[],
  defined: Readonly<Record<Key, Omit<ExportField<never>, 'key' | 'read'>>>,
  anchor: Key,
) {
  return keys.map((key) => {
    const { label, multiValue, userSpecific } = defined[key];
    return { key, label: say(label), multiValue, userSpecific, isAnchor: key === anchor };
  });
}

/** All fields that can be exported, and the presets. */
export function listExportFields(): CatalogExportFields {
  return {
    fields: described(SERIES_EXPORT_FIELDS, SERIES, SERIES_ANCHOR),
    bookFields: described(BOOK_EXPORT_FIELDS, BOOKS, BOOK_ANCHOR),
    presets: {
      llmSelect: [
        'series_name',
        'summary',
        'publisher',
        'status',
        'year',
        'authors',
        'genres',
        'tags',
        'actual_book_count',
        'unread_book_count',
        'user_rating',
        'community_avg_rating',
      ],
      llmSelectBooks: [
        'book_name',
        'series_name',
        'number',
        'summary',
        'publisher',
        'year',
        'authors',
        'genres',
        'tags',
        'page_count',
        'progress',
        'completed',
      ],
    },
  };
}
