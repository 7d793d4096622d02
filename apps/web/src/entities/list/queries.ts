import type { COLLECTION_SORTS, Collection, READ_LIST_SORTS, ReadList } from '@lectern/contract';
import { queryOptions } from '@tanstack/react-query';
import { request } from '#lib/api.ts';

/** Orders of the series of a collection. */
export type CollectionSort = (typeof COLLECTION_SORTS)[number];
/** Orders of the books of a reading list. */
export type ReadListSort = (typeof READ_LIST_SORTS)[number];

/** Pages of this many entries feed the endless lists. */
export const LIST_PAGE = 60;
/** As many as one answer holds. */
const MOST = 500;
/** No server has more lists than anybody could look through. */
const MOST_PAGES = 10;

/** One page of all collections, by name; `page` from 1. */
export const collectionsQuery = (page: number) =>
  queryOptions({
    queryKey: ['listCollections', { page }],
    queryFn: async ({ signal }) => request('listCollections', { query: { page, pageSize: LIST_PAGE }, signal }),
  });

/** One page of all reading lists, by name; `page` from 1. */
export const readListsQuery = (page: number) =>
  queryOptions({
    queryKey: ['listReadLists', { page }],
    queryFn: async ({ signal }) => request('listReadLists', { query: { page, pageSize: LIST_PAGE }, signal }),
  });

/** One collection; live updates refresh it by this same key. */
export const collectionQuery = (collectionId: string) =>
  queryOptions({
    queryKey: ['getCollection', { collectionId }],
    queryFn: async ({ signal }) => request('getCollection', { params: { id: collectionId }, signal }),
  });

/** One reading list; live updates refresh it by this same key. */
export const readListQuery = (readListId: string) =>
  queryOptions({
    queryKey: ['getReadList', { readListId }],
    queryFn: async ({ signal }) => request('getReadList', { params: { id: readListId }, signal }),
  });

/** One page of the series of a collection; `page` from 1. */
export const collectionSeriesQuery = (collectionId: string, sort: CollectionSort, page: number, pageSize = LIST_PAGE) =>
  queryOptions({
    queryKey: ['listCollectionSeries', { collectionId, sort, page, pageSize }],
    queryFn: async ({ signal }) =>
      request('listCollectionSeries', { params: { id: collectionId }, query: { sort, page, pageSize }, signal }),
  });

/** One page of the books of a reading list; `page` from 1. */
export const readListBooksQuery = (readListId: string, sort: ReadListSort, page: number, pageSize = LIST_PAGE) =>
  queryOptions({
    queryKey: ['listReadListBooks', { readListId, sort, page, pageSize }],
    queryFn: async ({ signal }) =>
      request('listReadListBooks', { params: { id: readListId }, query: { sort, page, pageSize }, signal }),
  });

/** How far the reader is in a reading list, and with which book they go on. */
export const readListProgressQuery = (readListId: string) =>
  queryOptions({
    queryKey: ['getReadListProgress', { readListId }],
    queryFn: async ({ signal }) => request('getReadListProgress', { params: { id: readListId }, signal }),
  });

interface Answer<Row> {
  readonly data: readonly Row[];
  readonly totalPages: number;
}

async function everyPage<Row>(ask: (page: number) => Promise<Answer<Row>>): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (let page = 1, pages = 1; page <= Math.min(pages, MOST_PAGES); page += 1) {
    const answer = await ask(page);
    rows.push(...answer.data);
    pages = answer.totalPages;
  }
  return rows;
}

/** Every collection that is picked by hand, to choose among them. */
export const handPickedCollectionsQuery = () =>
  queryOptions({
    queryKey: ['listCollections', { handPicked: true }],
    queryFn: async ({ signal }): Promise<readonly Collection[]> => {
      const all = await everyPage(async (page) =>
        request('listCollections', { query: { page, pageSize: MOST }, signal }),
      );
      return all.filter(({ automatic }) => !automatic);
    },
  });

/** Every reading list, to choose among them. */
export const everyReadListQuery = () =>
  queryOptions({
    queryKey: ['listReadLists', { every: true }],
    queryFn: async ({ signal }): Promise<readonly ReadList[]> =>
      everyPage(async (page) => request('listReadLists', { query: { page, pageSize: MOST }, signal })),
  });

/** The collections that a series is in, picked by hand. */
export const collectionsOfSeriesQuery = (seriesId: string) =>
  queryOptions({
    queryKey: ['listSeriesCollections', { seriesId }],
    queryFn: async ({ signal }) =>
      request('listSeriesCollections', { params: { id: seriesId }, query: { pageSize: MOST }, signal }),
  });

/** The reading lists that a book is in. */
export const readListsOfBookQuery = (bookId: string) =>
  queryOptions({
    queryKey: ['listBookReadLists', { bookId }],
    queryFn: async ({ signal }) =>
      request('listBookReadLists', { params: { id: bookId }, query: { pageSize: MOST }, signal }),
  });
