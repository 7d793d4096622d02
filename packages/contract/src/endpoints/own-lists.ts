import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import {
  AddedWanted,
  AverageRating,
  FullWantedItem,
  ManyWanted,
  RatingUpdate,
  SeriesRating,
  WantedItem,
  WantedNew,
  WantedOrder,
  WantedSort,
} from '../models/lists.ts';
import { Flag, Id } from '../models/scalars.ts';
import { PageQuery, paginated } from '../paging.ts';

const params = z.object({ id: Id });
const READ = ['ProgressRead', 'BooksRead'] as const;
const WRITE = ['ProgressWrite', 'BooksWrite'] as const;
const nothing = { answer: 'none', status: 204 } as const;
const wanted = { tag: 'Want to read', answer: 'json' } as const;

export const wantToRead = {
  listWantToRead: endpoint({
    ...wanted,
    summary: 'What I want to read; `custom` is my own order',
    permission: READ,
    query: PageQuery.extend({
      sort: WantedSort,
      libraryId: Id.optional(),
      itemType: z.enum(['series', 'book']).optional(),
      full: Flag,
    }),
    response: paginated(WantedItem),
    otherResponse: paginated(FullWantedItem),
  }),
  addWantToRead: endpoint({
    ...wanted,
    summary: 'Adds a series or a book to what I want to read; what is there stays as it is',
    permission: WRITE,
    body: WantedNew,
    status: 201,
    response: WantedItem,
    errors: ['NotFound', 'Conflict'],
  }),
  addManyWantToRead: endpoint({
    ...wanted,
    summary: 'Adds series and books to what I want to read; unknown ones are passed over',
    permission: WRITE,
    body: ManyWanted,
    response: AddedWanted,
    errors: ['Conflict'],
  }),
  orderWantToRead: endpoint({
    ...wanted,
    ...nothing,
    summary: 'Puts entries in this order, in the places that they have together',
    permission: WRITE,
    body: WantedOrder,
  }),
  removeWantedSeries: endpoint({
    ...wanted,
    ...nothing,
    summary: 'Takes a series out of what I want to read, if it is there',
    permission: WRITE,
    params,
  }),
  removeWantedBook: endpoint({
    ...wanted,
    ...nothing,
    summary: 'Takes a book out of what I want to read, if it is there',
    permission: WRITE,
    params,
  }),
} as const;

const rating = { tag: 'Ratings', answer: 'json' } as const;

export const ratings = {
  getRating: endpoint({
    ...rating,
    summary: 'My rating of a series; 204 when there is none',
    permission: READ,
    params,
    response: SeriesRating,
    mayBeEmpty: true,
    errors: ['NotFound'],
  }),
  saveRating: endpoint({
    ...rating,
    summary: 'Rates a series, 1 to 100; notes that are not given stay',
    permission: WRITE,
    params,
    body: RatingUpdate,
    response: SeriesRating,
    errors: ['NotFound'],
  }),
  deleteRating: endpoint({
    ...rating,
    ...nothing,
    summary: 'Takes my rating of a series back',
    permission: WRITE,
    params,
    errors: ['NotFound'],
  }),
  getAverageRating: endpoint({
    ...rating,
    summary: 'The mean rating of a series by all who may see it',
    permission: ['SeriesRead'],
    params,
    response: AverageRating,
    errors: ['NotFound'],
  }),
  listRatings: endpoint({
    ...rating,
    summary: 'My ratings, latest first',
    permission: READ,
    query: PageQuery,
    response: paginated(SeriesRating),
  }),
} as const;
