import {
  api,
  type Collection,
  CollectionNew,
  CollectionUpdate,
  type ReadList,
  ReadListNew,
  ReadListUpdate,
} from '@lectern/contract';
import { z } from 'zod';
import { getBookDetail } from '#core/catalog/browse/get-book.ts';
import { listDialectBooks, listDialectSeries } from '#core/catalog/komga/list-dialect.ts';
import { findReadListNeighbour } from '#core/catalog/komga/tracker-progress.ts';
import { removeList } from '#core/catalog/lists/change-list.ts';
import { createCollection, listCollectionSeries, updateCollection } from '#core/catalog/lists/collections.ts';
import { getListCover } from '#core/catalog/lists/list-cover.ts';
import { createReadList, listReadListBooks, updateReadList } from '#core/catalog/lists/read-lists.ts';
import { getSharedList, listShared } from '#core/catalog/lists/show-lists.ts';
import { AppError } from '#core/errors.ts';
import { type DialectRoute, viewerOf } from '../requests/dialect-route.ts';
import { json, pageOf, type Paging, type Part, readPart, Text, type Wanted } from './answer.ts';
import { sendBook, sendBooks } from './books.ts';
import { toCollection, toReadList } from './objects.ts';
import { byId, idOf, knownId } from './paths.ts';
import { BooksQuery, bookTreeOf, LibrariesQuery, SeriesQuery, seriesTreeOf, within } from './queries.ts';
import { COVER_WIDTH, sendSeries } from './series.ts';

const ListsQuery = LibrariesQuery.extend({ search: Text });
type ListsQuery = z.output<typeof ListsQuery>;

/** A page of lists; where a name is looked for, of those that have the text in theirs. */
async function readLists<List extends { readonly name: string }>(
  { search = '', ...paging }: ListsQuery,
  read: (wanted: Wanted) => Promise<Part<List>>,
): Promise<Part<List>> {
  const text = search.trim().toLowerCase();
  if (text === '') return readPart(paging, read);
  const { rows: all } = await readPart({ ...paging, unpaged: true }, read);
  const rows = all.filter(({ name }) => name.toLowerCase().includes(text));
  const { page, size, unpaged } = paging;
  return { rows: unpaged === true ? rows : rows.slice(page * size, (page + 1) * size), total: rows.length };
}

/** Whether a list is asked for in its own order: whole, or by the place of its members. */
function isOwnOrder({ sort = [] }: Paging, own: string): boolean {
  return sort.every((text) => text.toLowerCase().startsWith(own));
}

function directionOf({ sort = [] }: Paging): 'asc' | 'desc' {
  return /,\s*desc$/i.test(sort[0] ?? '') ? 'desc' : 'asc';
}

const collectionRoutes: readonly DialectRoute[] = [
  {
    method: 'GET',
    path: '/api/v1/collections',
    endpoint: { permission: ['SeriesRead'], query: ListsQuery },
    answer: async (ctx, request) => {
      const query = request.query as ListsQuery;
      const viewer = viewerOf(request);
      const { rows, total } = await readLists<Collection>(query, async (wanted) =>
        listShared(ctx, within(viewer, query.library_id), 'collection', wanted),
      );
      return json(pageOf(query, await Promise.all(rows.map(async (row) => toCollection(ctx, viewer, row))), total));
    },
  },
  {
    method: 'GET',
    path: '/api/v1/collections/{id}',
    endpoint: { permission: ['SeriesRead'], params: byId },
    answer: async (ctx, request) => {
      const viewer = viewerOf(request);
      const list = await getSharedList(ctx, viewer, { kind: 'collection', id: idOf(request) });
      return json(await toCollection(ctx, viewer, list));
    },
  },
  {
    method: 'GET',
    path: '/api/v1/collections/{id}/series',
    endpoint: { permission: ['SeriesRead'], params: byId, query: SeriesQuery },
    answer: async (ctx, request) => {
      const viewer = viewerOf(request);
      const query = request.query as SeriesQuery;
      const { id, ordered } = await getSharedList(ctx, viewer, { kind: 'collection', id: idOf(request) });
      const narrowed = seriesTreeOf(query);
      if (narrowed === undefined && isOwnOrder(query, 'collection.number')) {
        const direction = directionOf(query);
        return sendSeries(ctx, viewer, query, async (wanted) =>
          listCollectionSeries(ctx, viewer, id, { ...wanted, direction }),
        );
      }
      const tree = seriesTreeOf(query, [{ collectionId: { operator: 'is', value: id } }]);
      return sendSeries(ctx, viewer, query, async (wanted) =>
        listDialectSeries(ctx, viewer, {
          ...{ ...wanted, tree, text: undefined },
          sort: query.sort ?? (ordered ? ['collection.number'] : []),
        }),
      );
    },
  },
  {
    method: 'GET',
    path: '/api/v1/collections/{id}/thumbnail',
    endpoint: { permission: ['SeriesRead'], params: byId, tokens: 0.1 },
    answer: async (ctx, request) => {
      const at = { kind: 'collection', id: idOf(request) } as const;
      return getListCover(ctx, viewerOf(request), at, { width: COVER_WIDTH, format: 'jpeg' });
    },
  },
];

const InList = z.object({ id: z.string().max(200), bookId: z.string().max(200) });

function neighbour(name: 'next' | 'previous'): DialectRoute {
  return {
    method: 'GET',
    path: `/api/v1/readlists/{id}/books/{bookId}/${name}`,
    endpoint: { permission: ['BooksRead'], params: InList },
    answer: async (ctx, request) => {
      const viewer = viewerOf(request);
      const { id, bookId } = request.params as z.output<typeof InList>;
      const place = { id: knownId(id), bookId: knownId(bookId) };
      const found = await findReadListNeighbour(ctx, viewer, place, name === 'next' ? 1 : -1);
      if (found === undefined) throw new AppError('NotFound', `Book ${bookId} has no ${name} one in this list`);
      return sendBook(ctx, viewer, (await getBookDetail(ctx, viewer, found)).book);
    },
  };
}

const readListRoutes: readonly DialectRoute[] = [
  {
    method: 'GET',
    path: '/api/v1/readlists',
    endpoint: { permission: ['BooksRead'], query: ListsQuery },
    answer: async (ctx, request) => {
      const query = request.query as ListsQuery;
      const viewer = viewerOf(request);
      const { rows, total } = await readLists<ReadList>(query, async (wanted) =>
        listShared(ctx, within(viewer, query.library_id), 'readList', wanted),
      );
      return json(pageOf(query, await Promise.all(rows.map(async (row) => toReadList(ctx, viewer, row))), total));
    },
  },
  {
    method: 'GET',
    path: '/api/v1/readlists/{id}',
    endpoint: { permission: ['BooksRead'], params: byId },
    answer: async (ctx, request) => {
      const viewer = viewerOf(request);
      const list = await getSharedList(ctx, viewer, { kind: 'readList', id: idOf(request) });
      return json(await toReadList(ctx, viewer, list));
    },
  },
  {
    method: 'GET',
    path: '/api/v1/readlists/{id}/books',
    endpoint: { permission: ['BooksRead'], params: byId, query: BooksQuery },
    answer: async (ctx, request) => {
      const viewer = viewerOf(request);
      const query = request.query as BooksQuery;
      const { id, ordered } = await getSharedList(ctx, viewer, { kind: 'readList', id: idOf(request) });
      if (bookTreeOf(query) === undefined && isOwnOrder(query, 'readlist.number')) {
        const direction = directionOf(query);
        return sendBooks(ctx, viewer, query, async (wanted) =>
          listReadListBooks(ctx, viewer, id, { ...wanted, direction }),
        );
      }
      const tree = bookTreeOf(query, [{ readListId: { operator: 'is', value: id } }]);
      return sendBooks(ctx, viewer, query, async (wanted) =>
        listDialectBooks(ctx, viewer, {
          ...{ ...wanted, tree, text: undefined },
          sort: query.sort ?? [ordered ? 'readList.number' : 'metadata.releaseDate'],
        }),
      );
    },
  },
  {
    method: 'GET',
    path: '/api/v1/readlists/{id}/thumbnail',
    endpoint: { permission: ['BooksRead'], params: byId, tokens: 0.1 },
    answer: async (ctx, request) => {
      const at = { kind: 'readList', id: idOf(request) } as const;
      return getListCover(ctx, viewerOf(request), at, { width: COVER_WIDTH, format: 'jpeg' });
    },
  },
  neighbour('next'),
  neighbour('previous'),
];

export const listRoutes: readonly DialectRoute[] = [...collectionRoutes, ...readListRoutes];

/** Members of one list. */
const Ids = z.array(z.string().max(200)).max(10_000);

const NewCollection = CollectionNew.pick({ name: true, ordered: true }).extend({ seriesIds: Ids });
const CollectionPatch = CollectionUpdate.pick({ name: true, ordered: true }).extend({ seriesIds: Ids.optional() });
const NewReadList = ReadListNew.pick({ name: true, summary: true, ordered: true }).extend({ bookIds: Ids });
const ReadListPatch = ReadListUpdate.pick({ name: true, summary: true, ordered: true }).extend({
  bookIds: Ids.optional(),
});

/** Changes of collections and read lists. Each user who may see their members may see them. */
export const changeListRoutes: readonly DialectRoute[] = [
  {
    method: 'POST',
    path: '/api/v1/collections',
    endpoint: { permission: api.createCollection.permission, body: NewCollection },
    answer: async (ctx, request) => {
      const viewer = viewerOf(request);
      const { seriesIds, ...wanted } = NewCollection.parse(request.body);
      const made = await createCollection(ctx, viewer, { ...wanted, seriesIds: seriesIds.map(knownId) });
      return json(await toCollection(ctx, viewer, made));
    },
  },
  {
    method: 'PATCH',
    path: '/api/v1/collections/{id}',
    endpoint: { permission: api.updateCollection.permission, params: byId, body: CollectionPatch },
    answer: async (ctx, request) => {
      const { seriesIds, ...update } = CollectionPatch.parse(request.body);
      const members = { seriesIds: seriesIds?.map(knownId) };
      await updateCollection(ctx, viewerOf(request), idOf(request), { ...update, ...members });
      return undefined;
    },
  },
  {
    method: 'DELETE',
    path: '/api/v1/collections/{id}',
    endpoint: { permission: api.deleteCollection.permission, params: byId },
    answer: async (ctx, request) => {
      await removeList(ctx, viewerOf(request), { kind: 'collection', id: idOf(request) });
      return undefined;
    },
  },
  {
    method: 'POST',
    path: '/api/v1/readlists',
    endpoint: { permission: api.createReadList.permission, body: NewReadList },
    answer: async (ctx, request) => {
      const viewer = viewerOf(request);
      const { bookIds, ...wanted } = NewReadList.parse(request.body);
      const made = await createReadList(ctx, viewer, { ...wanted, bookIds: bookIds.map(knownId) });
      return json(await toReadList(ctx, viewer, made));
    },
  },
  {
    method: 'PATCH',
    path: '/api/v1/readlists/{id}',
    endpoint: { permission: api.updateReadList.permission, params: byId, body: ReadListPatch },
    answer: async (ctx, request) => {
      const { bookIds, ...update } = ReadListPatch.parse(request.body);
      const members = { bookIds: bookIds?.map(knownId) };
      await updateReadList(ctx, viewerOf(request), idOf(request), { ...update, ...members });
      return undefined;
    },
  },
  {
    method: 'DELETE',
    path: '/api/v1/readlists/{id}',
    endpoint: { permission: api.deleteReadList.permission, params: byId },
    answer: async (ctx, request) => {
      await removeList(ctx, viewerOf(request), { kind: 'readList', id: idOf(request) });
      return undefined;
    },
  },
];
