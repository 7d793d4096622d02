import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { BookLocks, BookMetadataResponse, SeriesLocks, SeriesMetadataResponse } from '../models/metadata.ts';
import { BookLocksEdit, BookMetadataEdit, SeriesLocksEdit, SeriesMetadataEdit } from '../models/metadata-edit.ts';
import { MetadataAction, UndoResult } from '../models/metadata-journal.ts';
import { Flag, Id, Timestamp } from '../models/scalars.ts';
import { PageQuery, paginated } from '../paging.ts';
import { BOOK_METADATA_WRITE, SERIES_METADATA_WRITE } from '../permissions.ts';

const params = z.object({ id: Id });
const query = z.object({ sources: Flag });

const ofBook = { tag: 'Book metadata', params, answer: 'json', errors: ['NotFound'] } as const;
const ofSeries = { tag: 'Series metadata', params, answer: 'json', errors: ['NotFound'] } as const;
const bookWrite = { ...ofBook, permission: BOOK_METADATA_WRITE, response: BookMetadataResponse } as const;
const seriesWrite = { ...ofSeries, permission: SERIES_METADATA_WRITE, response: SeriesMetadataResponse } as const;

export const bookMetadata = {
  patchBook: endpoint({
    ...ofBook,
    summary: 'Changes title and number of a book and locks them',
    permission: BOOK_METADATA_WRITE,
    body: BookMetadataEdit.pick({ title: true, titleSort: true, number: true }),
    response: z.object({ id: Id, title: z.string(), number: z.int().nullable(), updatedAt: Timestamp }),
  }),
  getBookMetadata: endpoint({
    ...ofBook,
    summary: 'Metadata of a book with its locks, and where each value comes from when asked',
    permission: ['BooksRead'],
    query,
    response: BookMetadataResponse,
  }),
  replaceBookMetadata: endpoint({
    ...bookWrite,
    summary: 'Replaces the metadata of a book: what is left out is cleared, what is given or changed is locked',
    body: BookMetadataEdit,
  }),
  updateBookMetadata: endpoint({
    ...bookWrite,
    summary: 'Changes and locks what is given: absent keeps, null clears',
    body: BookMetadataEdit,
  }),
  deleteBookMetadata: endpoint({
    tag: 'Book metadata',
    summary: 'Goes back to what the files of a book say; locks but that of the cover are cleared',
    permission: BOOK_METADATA_WRITE,
    params,
    answer: 'none',
    status: 204,
    errors: ['NotFound'],
  }),
  resetBookMetadata: endpoint({ ...bookWrite, summary: 'The same, answering with what the files say' }),
  getBookLocks: endpoint({
    ...ofBook,
    summary: 'Which fields of a book no scan may change',
    permission: ['BooksRead'],
    response: BookLocks,
  }),
  updateBookLocks: endpoint({
    ...ofBook,
    summary: 'Sets and clears locks of a book; a cleared one lets the next analysis say what the file says',
    permission: BOOK_METADATA_WRITE,
    body: BookLocksEdit,
    response: BookLocks,
  }),
} as const;

export const seriesMetadata = {
  patchSeries: endpoint({
    ...ofSeries,
    summary: 'Changes the title of a series and locks it',
    permission: SERIES_METADATA_WRITE,
    body: SeriesMetadataEdit.pick({ title: true, titleSort: true }),
    response: z.object({ id: Id, title: z.string(), updatedAt: Timestamp }),
  }),
  getSeriesMetadata: endpoint({
    ...ofSeries,
    summary: 'Metadata of a series with its locks, and where each value comes from when asked',
    permission: ['SeriesRead'],
    query,
    response: SeriesMetadataResponse,
  }),
  replaceSeriesMetadata: endpoint({
    ...seriesWrite,
    summary: 'Replaces the metadata of a series: what is left out is cleared, what is given or changed is locked',
    body: SeriesMetadataEdit,
  }),
  updateSeriesMetadata: endpoint({
    ...seriesWrite,
    summary: 'Changes and locks what is given: absent keeps, null clears',
    body: SeriesMetadataEdit,
  }),
  deleteSeriesMetadata: endpoint({
    tag: 'Series metadata',
    summary: 'Goes back to what folder and files of a series say; locks but that of the cover are cleared',
    permission: SERIES_METADATA_WRITE,
    params,
    answer: 'none',
    status: 204,
    errors: ['NotFound'],
  }),
  resetSeriesMetadata: endpoint({ ...seriesWrite, summary: 'The same, answering with what the files say' }),
  getSeriesLocks: endpoint({
    ...ofSeries,
    summary: 'Which fields of a series no scan may change',
    permission: ['SeriesRead'],
    response: SeriesLocks,
  }),
  updateSeriesLocks: endpoint({
    ...ofSeries,
    summary: 'Sets and clears locks of a series; a cleared one lets the next analysis say what the files say',
    permission: SERIES_METADATA_WRITE,
    body: SeriesLocksEdit,
    response: SeriesLocks,
  }),
} as const;

const JournalQuery = PageQuery.extend({
  bookId: Id.optional(),
  /** Changes of the series and its books. */
  seriesId: Id.optional(),
  userId: Id.optional(),
  actionId: Id.optional(),
});
const either = ['BooksWrite', 'SeriesWrite', 'MetadataWrite'] as const;

export const metadataJournal = {
  listMetadataActions: endpoint({
    tag: 'Metadata journal',
    summary: 'Who changed which metadata, the latest first, for 90 days',
    permission: either,
    query: JournalQuery,
    answer: 'json',
    response: paginated(MetadataAction),
  }),
  getMetadataAction: endpoint({
    tag: 'Metadata journal',
    summary: 'One action with its changes, 1,000 at most',
    permission: either,
    params,
    answer: 'json',
    response: MetadataAction,
    errors: ['NotFound'],
  }),
  undoMetadataAction: endpoint({
    tag: 'Metadata journal',
    summary: 'Undoes an action as one, also an undo; a field that was changed since stays as it is',
    permission: either,
    params,
    answer: 'json',
    response: UndoResult,
    errors: ['NotFound'],
  }),
} as const;
