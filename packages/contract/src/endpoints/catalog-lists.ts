import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { FilterBody } from '../filters.ts';
import { Book } from '../models/book.ts';
import { Home, LetterGroup } from '../models/list.ts';
import { FullBook, FullSeries } from '../models/metadata.ts';
import { Flag, Id } from '../models/scalars.ts';
import { Series } from '../models/series.ts';
import { PageQuery, paginated, SortQuery } from '../paging.ts';
import { BookListQuery, SeriesListQuery } from './list-query.ts';

const params = z.object({ id: Id });
const FullPage = PageQuery.extend({ full: Flag });
const SortedPage = FullPage.extend(SortQuery.shape);
/** Only GET accepts `page_size`. */
const camelCaseOnly = ['pageSize'];
const IncludeDeleted = z.object({ includeDeleted: z.boolean().optional() });

const bookList = {
  permission: ['BooksRead'],
  answer: 'json',
  response: paginated(Book),
  otherResponse: paginated(FullBook),
} as const;
const seriesList = {
  permission: ['SeriesRead'],
  answer: 'json',
  response: paginated(Series),
  otherResponse: paginated(FullSeries),
} as const;
const ofLibrary = { tag: 'Libraries', params, errors: ['NotFound'] } as const;
const groups = { answer: 'json', response: z.array(LetterGroup), bodyOptional: true } as const;

export const catalogLists = {
  listFilteredSeries: endpoint({
    ...seriesList,
    whileViewing: true,
    tag: 'Series',
    summary: 'Series that a condition and a text find',
    query: SortedPage.extend({ libraryId: Id.optional() }),
    camelCaseOnly,
    body: FilterBody,
    bodyOptional: true,
  }),
  listFilteredBooks: endpoint({
    ...bookList,
    whileViewing: true,
    tag: 'Books',
    summary: 'Books that a condition and a text find',
    query: SortedPage.extend({ libraryId: Id.optional(), seriesId: Id.optional() }),
    camelCaseOnly,
    body: FilterBody.extend(IncludeDeleted.shape),
    bodyOptional: true,
  }),
  listSeriesGroups: endpoint({
    ...groups,
    whileViewing: true,
    tag: 'Series',
    summary: 'How many of those series begin with each letter',
    permission: ['SeriesRead'],
    query: z.object({ libraryId: Id.optional() }),
    body: FilterBody,
  }),
  listBookGroups: endpoint({
    ...groups,
    whileViewing: true,
    tag: 'Books',
    summary: 'How many of those books begin with each letter',
    permission: ['BooksRead'],
    query: z.object({ libraryId: Id.optional(), seriesId: Id.optional() }),
    body: FilterBody.extend(IncludeDeleted.shape),
  }),
  listLibrarySeries: endpoint({
    ...seriesList,
    ...ofLibrary,
    summary: 'Series of a library, sorted and filtered',
    query: SeriesListQuery.omit({ libraryId: true }),
  }),
  listLibrarySeriesInProgress: endpoint({
    ...seriesList,
    ...ofLibrary,
    summary: 'Series of a library with a book in progress',
    query: FullPage,
  }),
  listLibraryRecentlyAddedSeries: endpoint({
    ...seriesList,
    ...ofLibrary,
    summary: 'Series of a library, newest first',
    query: FullPage,
  }),
  listLibraryRecentlyUpdatedSeries: endpoint({
    ...seriesList,
    ...ofLibrary,
    summary: 'Series of a library, latest change first',
    query: FullPage,
  }),
  listLibraryBooks: endpoint({
    ...bookList,
    ...ofLibrary,
    summary: 'Books of a library, sorted and filtered',
    query: BookListQuery.omit({ libraryId: true }),
  }),
  listLibraryBooksInProgress: endpoint({
    ...bookList,
    ...ofLibrary,
    summary: 'Books of a library being read, latest first',
    query: FullPage,
  }),
  listLibraryOnDeck: endpoint({
    ...bookList,
    ...ofLibrary,
    summary: 'The next book of every series of a library that has a finished book and none in progress',
    query: FullPage,
  }),
  listLibraryRecentlyAddedBooks: endpoint({
    ...bookList,
    ...ofLibrary,
    summary: 'Books of a library, newest first',
    query: FullPage,
  }),
  listLibraryRecentlyReadBooks: endpoint({
    ...bookList,
    ...ofLibrary,
    summary: 'Books of a library by latest reading',
    query: FullPage,
  }),
  getHome: endpoint({
    tag: 'Books',
    summary: 'All rows of the home page at once',
    permission: ['BooksRead', 'SeriesRead'],
    query: z.object({
      libraryId: Id.optional(),
      limit: z.coerce.number().int().min(1).max(50).default(20),
    }),
    answer: 'json',
    response: Home,
  }),
} as const;
