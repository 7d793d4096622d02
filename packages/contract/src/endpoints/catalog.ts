import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import {
  AdjacentBooks,
  Book,
  BookDetail,
  BookErrorType,
  BookPage,
  BooksWithErrors,
  PositionList,
  WebPublication,
} from '../models/book.ts';
import { FullBook, FullSeries } from '../models/metadata.ts';
import { Flag, Id } from '../models/scalars.ts';
import { MarkedCount, Series } from '../models/series.ts';
import { SeriesOutline } from '../models/series-outline.ts';
import { QueuedTask } from '../models/task.ts';
import { PageQuery, paginated, SortQuery } from '../paging.ts';
import { BookCoverQuery, CoverQuery } from './cover-query.ts';
import { BookListQuery, SeriesListQuery } from './list-query.ts';

const params = z.object({ id: Id });
const Scope = z.object({ libraryId: Id.optional(), seriesId: Id.optional() });
const DerivedBooks = PageQuery.extend(Scope.shape).extend({ full: Flag });
const DerivedSeries = PageQuery.extend({ libraryId: Id.optional(), full: Flag });

const seriesList = {
  tag: 'Series',
  permission: ['SeriesRead'],
  answer: 'json',
  response: paginated(Series),
  otherResponse: paginated(FullSeries),
} as const;

const bookList = {
  tag: 'Books',
  permission: ['BooksRead'],
  answer: 'json',
  response: paginated(Book),
  otherResponse: paginated(FullBook),
} as const;

export const series = {
  listSeries: endpoint({ ...seriesList, summary: 'Series, sorted and filtered', query: SeriesListQuery }),
  listSeriesInProgress: endpoint({
    ...seriesList,
    summary: 'Series with a book in progress',
    query: DerivedSeries,
  }),
  listRecentlyAddedSeries: endpoint({ ...seriesList, summary: 'Series, newest first', query: DerivedSeries }),
  listRecentlyUpdatedSeries: endpoint({
    ...seriesList,
    summary: 'Series, latest change first',
    query: DerivedSeries,
  }),
  getSeries: endpoint({
    tag: 'Series',
    summary: 'One series, with everything that is known of it when asked (`full`)',
    permission: ['SeriesRead'],
    params,
    query: z.object({ full: Flag }),
    answer: 'json',
    response: Series,
    otherResponse: FullSeries,
    errors: ['NotFound'],
  }),
  listSeriesBooks: endpoint({
    ...bookList,
    tag: 'Series',
    summary: 'Books of a series in reading order',
    params,
    query: PageQuery.extend(SortQuery.shape).extend({ includeDeleted: Flag, full: Flag }),
    errors: ['NotFound'],
  }),
  getSeriesOutline: endpoint({
    tag: 'Series',
    summary: 'Volumes of a series, and the numbers that no book of it has',
    permission: ['SeriesRead', 'BooksRead'],
    params,
    answer: 'json',
    response: SeriesOutline,
    errors: ['NotFound'],
  }),
  getSeriesThumbnail: endpoint({
    tag: 'Series',
    summary: 'Cover of a series',
    tokens: 0.1,
    permission: ['SeriesRead'],
    params,
    query: CoverQuery,
    answer: 'bytes',
    errors: ['NotFound'],
  }),
  analyzeSeries: endpoint({
    tag: 'Series',
    summary: 'Analyses every book of the series again',
    permission: ['SeriesWrite'],
    params,
    answer: 'json',
    response: QueuedTask,
    errors: ['NotFound'],
  }),
  markSeriesRead: endpoint({
    tag: 'Series',
    summary: 'Marks every book of the series read',
    permission: ['ProgressWrite', 'BooksWrite'],
    params,
    answer: 'json',
    response: MarkedCount,
    errors: ['NotFound'],
  }),
  markSeriesUnread: endpoint({
    tag: 'Series',
    summary: 'Marks every book of the series unread',
    permission: ['ProgressWrite', 'BooksWrite'],
    params,
    answer: 'json',
    response: MarkedCount,
    errors: ['NotFound'],
  }),
} as const;

export const books = {
  listBooks: endpoint({ ...bookList, summary: 'Books, sorted and filtered', query: BookListQuery }),
  listBooksInProgress: endpoint({ ...bookList, summary: 'Books being read, latest first', query: DerivedBooks }),
  listOnDeck: endpoint({
    ...bookList,
    summary: 'The next book of every series that has a finished book and none in progress',
    query: DerivedBooks,
  }),
  listRecentlyAddedBooks: endpoint({ ...bookList, summary: 'Books, newest first', query: DerivedBooks }),
  listRecentlyReadBooks: endpoint({ ...bookList, summary: 'Books by latest reading', query: DerivedBooks }),
  listBooksWithErrors: endpoint({
    tag: 'Books',
    summary: 'Books that could not be read, by kind of error; ignored errors count only when asked for',
    permission: ['BooksRead'],
    query: PageQuery.extend(Scope.shape).extend({ errorType: BookErrorType.optional(), includeIgnored: Flag }),
    answer: 'json',
    response: BooksWithErrors,
  }),
  getBook: endpoint({
    tag: 'Books',
    summary: 'One book with its metadata, all of it in one object when asked (`full`)',
    permission: ['BooksRead'],
    params,
    query: z.object({ full: Flag }),
    answer: 'json',
    response: BookDetail,
    otherResponse: FullBook,
    errors: ['NotFound'],
  }),
  getAdjacentBooks: endpoint({
    tag: 'Books',
    summary: 'The books before and after in the series',
    permission: ['BooksRead'],
    params,
    answer: 'json',
    response: AdjacentBooks,
    errors: ['NotFound'],
  }),
  getBookThumbnail: endpoint({
    tag: 'Books',
    summary: 'Cover of a book',
    tokens: 0.1,
    permission: ['BooksRead'],
    params,
    query: BookCoverQuery,
    answer: 'bytes',
    errors: ['NotFound'],
  }),
  analyzeBook: endpoint({
    tag: 'Books',
    summary: 'Analyses a book again',
    permission: ['BooksWrite'],
    params,
    answer: 'json',
    response: QueuedTask,
    errors: ['NotFound'],
  }),
  listBookPages: endpoint({
    tag: 'Pages',
    summary: 'Pages of a book in reading order; empty until analysed',
    permission: ['PagesRead'],
    params,
    answer: 'json',
    response: z.array(BookPage),
    errors: ['NotFound'],
  }),
  getBookPage: endpoint({
    tag: 'Pages',
    summary: 'One page: its stored bytes, or resized and converted when asked',
    tokens: 0.1,
    permission: ['PagesRead'],
    params: z.object({ bookId: Id, pageNumber: z.coerce.number().int().min(1, 'must be 1 or more') }),
    query: z.object({
      width: z.coerce.number().int().min(16).max(8192).optional(),
      height: z.coerce.number().int().min(16).max(8192).optional(),
      format: z.enum(['jpeg', 'png', 'webp', 'avif']).optional(),
      /** `even`: screentone keeps an even tone when a page is made smaller. */
      resample: z.enum(['even']).optional(),
      /** Dithered to this many greys, for e-ink; always a PNG of 4 bits a pixel, at most 4,096 by 16,384. */
      greys: z.coerce.number().pipe(z.literal(16, 'must be 16')).optional(),
      /** Darkens dark tones and lightens light ones. */
      contrast: z.coerce.number().int().min(0).max(3).optional(),
      v: z.string().max(64).optional(),
    }),
    answer: 'bytes',
    errors: ['NotFound'],
  }),
  getBookManifest: endpoint({
    tag: 'Pages',
    summary: 'Readium web publication of a reflowable book',
    permission: ['PagesRead'],
    params,
    answer: 'json',
    response: WebPublication,
    errors: ['NotFound'],
  }),
  getBookPositions: endpoint({
    tag: 'Pages',
    summary: 'Positions of a reflowable book, one for every 1,024 bytes of a chapter',
    permission: ['PagesRead'],
    params,
    answer: 'json',
    response: PositionList,
    errors: ['NotFound'],
  }),
  getBookResource: endpoint({
    tag: 'Pages',
    summary: 'One resource of a reflowable book, sanitised',
    permission: ['PagesRead'],
    params: z.object({ id: Id, path: z.string().min(1).max(4096) }),
    answer: 'bytes',
    answersText: true,
    errors: ['NotFound'],
  }),
} as const;
