import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { MAX_SEARCH_TEXT } from '../filters.ts';
import { BookLocksEdit, ManyBooksEdit, ManySeriesEdit, SeriesLocksEdit, TermNames } from '../models/metadata-edit.ts';
import { BookEdits, SeriesEdits } from '../models/metadata-edits.ts';
import { ManyEdited } from '../models/metadata-journal.ts';
import { FreeForm, Id } from '../models/scalars.ts';
import { BOOK_METADATA_WRITE, SERIES_METADATA_WRITE } from '../permissions.ts';

const MAX_BULK_BOOKS = 500;
const MAX_BULK_SERIES = 100;

const terms = { add: TermNames.default([]), remove: TermNames.default([]) };
const dryRun = z.boolean().default(false);
/** Selection by ids, or by condition, text or both in one or all libraries. */
const found = {
  condition: FreeForm.optional(),
  fullTextSearch: z.string().max(MAX_SEARCH_TEXT).nullable().optional(),
  libraryId: Id.optional(),
};
const Books = z.object({ bookIds: z.array(Id).min(1).max(MAX_BULK_BOOKS).optional(), ...found, dryRun });
const ManySeries = z.object({ seriesIds: z.array(Id).min(1).max(MAX_BULK_SERIES).optional(), ...found, dryRun });

const ofBooks = {
  tag: 'Book metadata',
  permission: BOOK_METADATA_WRITE,
  answer: 'json',
  response: ManyEdited,
} as const;
const ofSeries = {
  tag: 'Series metadata',
  permission: SERIES_METADATA_WRITE,
  answer: 'json',
  response: ManyEdited,
} as const;

export const manyMetadata = {
  editManyBooks: endpoint({
    ...ofBooks,
    summary: 'Changes, locks and resets any fields of one book or many as one action, or tells what that would change',
    body: Books.extend(BookEdits.shape),
    errors: ['Conflict'],
  }),
  editManySeries: endpoint({
    ...ofSeries,
    summary:
      'Changes, locks and resets any fields of one series or many as one action, or tells what that would change',
    body: ManySeries.extend(SeriesEdits.shape),
    errors: ['Conflict'],
  }),
  updateManyBooks: endpoint({
    ...ofBooks,
    summary: 'Changes and locks the same fields of many books, all or none; a dry run tells what would change',
    body: Books.extend(ManyBooksEdit.shape),
  }),
  lockManyBooks: endpoint({
    ...ofBooks,
    summary: 'Sets and clears locks of many books',
    body: Books.extend(BookLocksEdit.shape),
  }),
  resetManyBooks: endpoint({
    ...ofBooks,
    summary: 'Lets many books go back to what their files say',
    body: Books,
  }),
  genreManyBooks: endpoint({
    ...ofBooks,
    summary: 'Adds genres to many books and takes others from them',
    body: Books.extend(terms),
  }),
  tagManyBooks: endpoint({
    ...ofBooks,
    summary: 'Adds tags to many books and takes others from them',
    body: Books.extend(terms),
  }),
  updateManySeries: endpoint({
    ...ofSeries,
    summary: 'Changes and locks the same fields of many series, all or none; a dry run tells what would change',
    body: ManySeries.extend(ManySeriesEdit.shape),
  }),
  lockManySeries: endpoint({
    ...ofSeries,
    summary: 'Sets and clears locks of many series',
    body: ManySeries.extend(SeriesLocksEdit.shape),
  }),
  resetManySeries: endpoint({
    ...ofSeries,
    summary: 'Lets many series go back to what their files say',
    body: ManySeries,
  }),
  genreManySeries: endpoint({
    ...ofSeries,
    summary: 'Adds genres to many series and takes others from them',
    body: ManySeries.extend(terms),
  }),
  tagManySeries: endpoint({
    ...ofSeries,
    summary: 'Adds tags to many series and takes others from them',
    body: ManySeries.extend(terms),
  }),
} as const;
