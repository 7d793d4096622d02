import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { Book } from '../models/book.ts';
import {
  AddedBooks,
  AddedSeries,
  BookOrder,
  Collection,
  COLLECTION_SORTS,
  CollectionNew,
  CollectionUpdate,
  READ_LIST_SORTS,
  ReadList,
  ReadListNew,
  ReadListProgress,
  ReadListUpdate,
  SeriesOrder,
} from '../models/lists.ts';
import { FullBook, FullSeries } from '../models/metadata.ts';
import { Flag, Id } from '../models/scalars.ts';
import { Series } from '../models/series.ts';
import { PageQuery, paginated } from '../paging.ts';
import { ListCoverQuery } from './cover-query.ts';

const params = z.object({ id: Id });
const Direction = z.enum(['asc', 'desc']).default('asc');
const nothing = { answer: 'none', status: 204 } as const;

const collection = { tag: 'Collections', answer: 'json' } as const;
const ofSeries = { read: ['SeriesRead'], write: ['SeriesWrite'] } as const;

export const collections = {
  listCollections: endpoint({
    ...collection,
    summary: 'Collections by name; one whose series are all hidden is left out',
    permission: ofSeries.read,
    query: PageQuery,
    response: paginated(Collection),
  }),
  createCollection: endpoint({
    ...collection,
    summary: 'Makes a collection, by hand or by a rule',
    permission: ofSeries.write,
    body: CollectionNew,
    status: 201,
    response: Collection,
    errors: ['NotFound', 'Conflict'],
  }),
  getCollection: endpoint({
    ...collection,
    summary: 'One collection',
    permission: ofSeries.read,
    params,
    response: Collection,
    errors: ['NotFound'],
  }),
  updateCollection: endpoint({
    ...collection,
    summary: 'Changes a collection: what is not given stays',
    permission: ofSeries.write,
    params,
    body: CollectionUpdate,
    response: Collection,
    errors: ['NotFound', 'Conflict'],
  }),
  deleteCollection: endpoint({
    ...collection,
    ...nothing,
    summary: 'Deletes a collection; its series stay',
    permission: ofSeries.write,
    params,
    errors: ['NotFound'],
  }),
  listCollectionSeries: endpoint({
    ...collection,
    summary: 'Series of a collection: in its own order when it has one, else by title',
    permission: ofSeries.read,
    params,
    query: PageQuery.extend({ sort: z.enum(COLLECTION_SORTS).optional(), direction: Direction, full: Flag }),
    response: paginated(Series),
    otherResponse: paginated(FullSeries),
    errors: ['NotFound'],
  }),
  addCollectionSeries: endpoint({
    ...collection,
    summary: 'Adds series at the end of a collection; those that are in it stay where they are',
    permission: ofSeries.write,
    params,
    body: AddedSeries,
    response: Collection,
    errors: ['NotFound', 'Conflict'],
  }),
  orderCollectionSeries: endpoint({
    ...collection,
    ...nothing,
    summary: 'Puts series of a collection in this order, in the places that they have together',
    permission: ofSeries.write,
    params,
    body: SeriesOrder,
    errors: ['NotFound', 'Conflict'],
  }),
  removeCollectionSeries: endpoint({
    ...collection,
    ...nothing,
    summary: 'Takes a series out of a collection, if it is there',
    permission: ofSeries.write,
    params: z.object({ id: Id, seriesId: Id }),
    errors: ['NotFound', 'Conflict'],
  }),
  getCollectionThumbnail: endpoint({
    tag: 'Collections',
    summary:
      'Cover of a collection: the picture that was chosen for it, else that of the chosen series, else of its first ones together',
    tokens: 0.1,
    permission: ofSeries.read,
    params,
    query: ListCoverQuery,
    answer: 'bytes',
    errors: ['NotFound'],
  }),
  listSeriesCollections: endpoint({
    ...collection,
    summary: 'Collections by hand that a series is in',
    permission: ofSeries.read,
    params,
    query: PageQuery,
    response: paginated(Collection),
    errors: ['NotFound'],
  }),
} as const;

const readList = { tag: 'Read lists', answer: 'json' } as const;
const ofBooks = { read: ['BooksRead'], write: ['BooksWrite'] } as const;

export const readLists = {
  listReadLists: endpoint({
    ...readList,
    summary: 'Read lists by name; one whose books are all hidden is left out',
    permission: ofBooks.read,
    query: PageQuery,
    response: paginated(ReadList),
  }),
  createReadList: endpoint({
    ...readList,
    summary: 'Makes a read list',
    permission: ofBooks.write,
    body: ReadListNew,
    status: 201,
    response: ReadList,
    errors: ['NotFound', 'Conflict'],
  }),
  getReadList: endpoint({
    ...readList,
    summary: 'One read list',
    permission: ofBooks.read,
    params,
    response: ReadList,
    errors: ['NotFound'],
  }),
  getReadListProgress: endpoint({
    ...readList,
    summary: 'How many books of a read list I have finished, and with which I go on',
    permission: ofBooks.read,
    params,
    response: ReadListProgress,
    errors: ['NotFound'],
  }),
  updateReadList: endpoint({
    ...readList,
    summary: 'Changes a read list: what is not given stays',
    permission: ofBooks.write,
    params,
    body: ReadListUpdate,
    response: ReadList,
    errors: ['NotFound', 'Conflict'],
  }),
  deleteReadList: endpoint({
    ...readList,
    ...nothing,
    summary: 'Deletes a read list; its books stay',
    permission: ofBooks.write,
    params,
    errors: ['NotFound'],
  }),
  listReadListBooks: endpoint({
    ...readList,
    summary: 'Books of a read list: in its own order when it has one, else by release',
    permission: ofBooks.read,
    params,
    query: PageQuery.extend({ sort: z.enum(READ_LIST_SORTS).optional(), direction: Direction, full: Flag }),
    response: paginated(Book),
    otherResponse: paginated(FullBook),
    errors: ['NotFound'],
  }),
  addReadListBooks: endpoint({
    ...readList,
    summary: 'Adds books at the end of a read list; those that are in it stay where they are',
    permission: ofBooks.write,
    params,
    body: AddedBooks,
    response: ReadList,
    errors: ['NotFound', 'Conflict'],
  }),
  orderReadListBooks: endpoint({
    ...readList,
    ...nothing,
    summary: 'Puts books of a read list in this order, in the places that they have together',
    permission: ofBooks.write,
    params,
    body: BookOrder,
    errors: ['NotFound'],
  }),
  removeReadListBook: endpoint({
    ...readList,
    ...nothing,
    summary: 'Takes a book out of a read list, if it is there',
    permission: ofBooks.write,
    params: z.object({ id: Id, bookId: Id }),
    errors: ['NotFound'],
  }),
  getReadListThumbnail: endpoint({
    tag: 'Read lists',
    summary:
      'Cover of a read list: the picture that was chosen for it, else that of the chosen book, else of its first ones together',
    tokens: 0.1,
    permission: ofBooks.read,
    params,
    query: ListCoverQuery,
    answer: 'bytes',
    errors: ['NotFound'],
  }),
  listBookReadLists: endpoint({
    ...readList,
    summary: 'Read lists that a book is in',
    permission: ofBooks.read,
    params,
    query: PageQuery,
    response: paginated(ReadList),
    errors: ['NotFound'],
  }),
} as const;
