import type { COLLECTION_SORTS, Collection, READ_LIST_SORTS, ReadList } from '@lectern/contract';
import { queryOptions } from '@tanstack/react-query';
import { request } from '#lib/api.ts';

export type CollectionSort = (typeof COLLECTION_SORTS)[number];
export type ReadListSort = (typeof READ_LIST_SORTS)[number];

export const LIST_PAGE = 60;
/** Page size limit of the API. */
const MOST = 500;
/** Bounds the requests for all lists. */
const MOST_PAGES = 10;

/** By name; `page` from 1. */
export const collectionsQuery = (page: number) =>
  queryOptions({
    queryKey: ['listCollections', { page }],
    queryFn: async ({ signal }) => request('listCollections', { query: { page, pageSize: LIST_PAGE }, signal }),
  });

/** By name; `page` from 1. */
export const readListsQuery = (page: number) =>
  queryOptions({
    queryKey: ['listReadLists', { page }],
    queryFn: async ({ signal }) => request('listReadLists', { query: { page, pageSize: LIST_PAGE }, signal }),
  });

export const collectionQuery = (collectionId: string) =>
  queryOptions({
    queryKey: ['getCollection', { collectionId }],
    queryFn: async ({ signal }) => request('getCollection', { params: { id: collectionId }, signal }),
  });

export const readListQuery = (readListId: string) =>
  queryOptions({
    queryKey: ['getReadList', { readListId }],
    queryFn: async ({ signal }) => request('getReadList', { params: { id: readListId }, signal }),
  });

/** `page` from 1. */
export const collectionSeriesQuery = (collectionId: string, sort: CollectionSort, page: number) =>
  queryOptions({
    queryKey: ['listCollectionSeries', { collectionId, sort, page }],
    queryFn: async ({ signal }) =>
      request('listCollectionSeries', {
        params: { id: collectionId },
        query: { sort, page, pageSize: LIST_PAGE },
        signal,
      }),
  });

/** `page` from 1. */
export const readListBooksQuery = (readListId: string, sort: ReadListSort, page: number) =>
  queryOptions({
    queryKey: ['listReadListBooks', { readListId, sort, page }],
    queryFn: async ({ signal }) =>
      request('listReadListBooks', { params: { id: readListId }, query: { sort, page, pageSize: LIST_PAGE }, signal }),
  });

/** Progress of the user, and the next book. */
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

/** All manual collections, for pickers. */
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

/** All reading lists, for pickers. */
export const everyReadListQuery = () =>
  queryOptions({
    queryKey: ['listReadLists', { every: true }],
    queryFn: async ({ signal }): Promise<readonly ReadList[]> =>
      everyPage(async (page) => request('listReadLists', { query: { page, pageSize: MOST }, signal })),
  });

/** Manual collections that contain a series. */
export const collectionsOfSeriesQuery = (seriesId: string) =>
  queryOptions({
    queryKey: ['listSeriesCollections', { seriesId }],
    queryFn: async ({ signal }) =>
      request('listSeriesCollections', { params: { id: seriesId }, query: { pageSize: MOST }, signal }),
  });

export const readListsOfBookQuery = (bookId: string) =>
  queryOptions({
    queryKey: ['listBookReadLists', { bookId }],
    queryFn: async ({ signal }) =>
      request('listBookReadLists', { params: { id: bookId }, query: { pageSize: MOST }, signal }),
  });
