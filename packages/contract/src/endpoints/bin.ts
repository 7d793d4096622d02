import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { BinChange, BinnedBook, BinnedSeries, BinPurge, BinQuery } from '../models/bin.ts';
import { Flag, Id } from '../models/scalars.ts';
import { paginated } from '../paging.ts';

const params = z.object({ id: Id });
const MAX_NAMED = 500;
const ids = z.array(Id).min(1).max(MAX_NAMED);
/** Also moves the files to the trash, where the library allows it. */
const query = z.object({ file: Flag });
const file = z.boolean().optional();
const gone = {
  answer: 'none',
  status: 204,
  query,
  errors: ['NotFound', 'Conflict'],
} as const;
const back = { answer: 'json', response: BinChange, errors: ['NotFound', 'Conflict'] } as const;
const many = { answer: 'json', response: BinChange } as const;
const bookTag = { tag: 'Books', permission: ['BooksDelete'] } as const;
const seriesTag = { tag: 'Series', permission: ['SeriesDelete'] } as const;

/** Deleting books and series, and the bin that they go to. */
export const bin = {
  deleteBook: endpoint({
    ...bookTag,
    ...gone,
    summary: 'Moves a book to the bin; its file stays, unless asked otherwise',
    params,
  }),
  restoreBook: endpoint({ ...bookTag, ...back, summary: 'Takes a book out of the bin', params }),
  deleteManyBooks: endpoint({
    ...bookTag,
    ...many,
    summary: 'Moves books to the bin; unknown ones are passed over',
    body: z.object({ bookIds: ids, file }),
  }),
  restoreManyBooks: endpoint({
    ...bookTag,
    ...many,
    summary: 'Takes books out of the bin; unknown ones are passed over',
    body: z.object({ bookIds: ids }),
  }),
  deleteSeries: endpoint({ ...seriesTag, ...gone, summary: 'Moves all books of a series to the bin', params }),
  restoreSeries: endpoint({ ...seriesTag, ...back, summary: 'Takes the books of a series out of the bin', params }),
  deleteManySeries: endpoint({
    ...seriesTag,
    ...many,
    summary: 'Moves all books of some series to the bin; unknown series are passed over',
    body: z.object({ seriesIds: ids, file }),
  }),
  restoreManySeries: endpoint({
    ...seriesTag,
    ...many,
    summary: 'Takes the books of some series out of the bin; unknown series are passed over',
    body: z.object({ seriesIds: ids }),
  }),
  restoreDeletion: endpoint({
    tag: 'Bin',
    permission: ['BooksDelete', 'SeriesDelete'],
    ...back,
    summary: 'Undoes one deletion: takes its books out of the bin',
    params,
  }),
  listBinnedBooks: endpoint({
    tag: 'Bin',
    summary: 'Books of the bin, the last deleted first',
    permission: ['BooksDelete'],
    query: BinQuery.extend({ seriesId: Id.optional() }),
    answer: 'json',
    response: paginated(BinnedBook),
  }),
  listBinnedSeries: endpoint({
    tag: 'Bin',
    summary: 'Series with books in the bin, the last deleted first',
    permission: ['SeriesDelete'],
    query: BinQuery,
    answer: 'json',
    response: paginated(BinnedSeries),
  }),
  purgeBinnedBooks: endpoint({
    tag: 'Bin',
    summary: 'Removes books of the bin for good, with all that users made; those that still have a file stay',
    permission: ['SystemAdmin'],
    body: z.object({ bookIds: ids }),
    answer: 'json',
    response: BinPurge,
  }),
} as const;
