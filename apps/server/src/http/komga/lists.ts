import type { z } from 'zod';
import type { Context } from '#context/context.ts';
import { getBookDetail } from '#core/catalog/browse/get-book.ts';
import { listDialectBooks, listDialectSeries } from '#core/catalog/komga/list-dialect.ts';
import { findReadListNeighbour } from '#core/catalog/komga/tracker-progress.ts';
import { listCollectionSeries } from '#core/catalog/lists/collections.ts';
import { getListCover } from '#core/catalog/lists/list-cover.ts';
import { listReadListBooks } from '#core/catalog/lists/read-lists.ts';
import { getSharedList, listShared, type SharedLists } from '#core/catalog/lists/show-lists.ts';
import { AppError } from '#core/errors.ts';
import type { Viewer } from '#core/viewer.ts';
import { type DialectAnswer, type DialectRoute, json, route } from '../requests/dialect-route.ts';
import { sendBook, sendBooks } from './books.ts';
import { COVER } from './content.ts';
import { toPage, type Paging, type Part, readPart, Text, type Wanted } from './paging.ts';
import { byId, knownId, PathId } from './paths.ts';
import { BooksQuery, readBookTree, LibrariesQuery, SeriesQuery, readSeriesTree, within } from './queries.ts';
import { sendSeries } from './series.ts';
import { toCollection, toReadList } from './to-list.ts';

const ListsQuery = LibrariesQuery.extend({ search: Text });
type ListsQuery = z.output<typeof ListsQuery>;

/** A page of lists. A search keeps those with the text in their name. */
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

async function sendLists<Kind extends keyof SharedLists>(
  ctx: Context,
  { viewer, query }: { readonly viewer: Viewer; readonly query: ListsQuery },
  kind: Kind,
  toShown: (ctx: Context, viewer: Viewer, row: SharedLists[Kind]) => Promise<unknown>,
): Promise<DialectAnswer> {
  const shown = within(viewer, query.library_id);
  const { rows, total } = await readLists(query, async (wanted) => listShared(ctx, shown, kind, wanted));
  return json(toPage(query, await Promise.all(rows.map(async (row) => toShown(ctx, viewer, row))), total));
}

const collection = ({ id }: { readonly id: string }) => ({ kind: 'collection', id: knownId(id) }) as const;
const readList = ({ id }: { readonly id: string }) => ({ kind: 'readList', id: knownId(id) }) as const;

/** Whether the members are asked for in the order of the list. */
function isOwnOrder({ sort = [] }: Paging, own: string): boolean {
  return sort.every((text) => text.toLowerCase().startsWith(own));
}

function readDirection({ sort = [] }: Paging): 'asc' | 'desc' {
  return /,\s*desc$/i.test(sort[0] ?? '') ? 'desc' : 'asc';
}

function neighbour(name: 'next' | 'previous'): DialectRoute {
  return route.get(
    `/api/v1/readlists/{id}/books/{bookId}/${name}`,
    { permission: ['BooksRead'], params: byId.extend({ bookId: PathId }) },
    async (ctx, { viewer, params: { id, bookId } }) => {
      const place = { id: knownId(id), bookId: knownId(bookId) };
      const found = await findReadListNeighbour(ctx, viewer, place, name === 'next' ? 1 : -1);
      if (found === undefined) throw new AppError('NotFound', `Book ${bookId} has no ${name} one in this list`);
      return sendBook(ctx, viewer, (await getBookDetail(ctx, viewer, found)).book);
    },
  );
}

/** Collections and read lists. */
export const listRoutes: readonly DialectRoute[] = [
  route.get('/api/v1/collections', { permission: ['SeriesRead'], query: ListsQuery }, async (ctx, request) =>
    sendLists(ctx, request, 'collection', toCollection),
  ),
  route.get('/api/v1/collections/{id}', { permission: ['SeriesRead'], params: byId }, async (ctx, { viewer, params }) =>
    json(await toCollection(ctx, viewer, await getSharedList(ctx, viewer, collection(params)))),
  ),
  route.get(
    '/api/v1/collections/{id}/series',
    { permission: ['SeriesRead'], params: byId, query: SeriesQuery },
    async (ctx, { viewer, params, query }) => {
      const { id, ordered } = await getSharedList(ctx, viewer, collection(params));
      if (readSeriesTree(query) === undefined && isOwnOrder(query, 'collection.number')) {
        const direction = readDirection(query);
        return sendSeries(ctx, viewer, query, async (wanted) =>
          listCollectionSeries(ctx, viewer, id, { ...wanted, direction }),
        );
      }
      const tree = readSeriesTree(query, [{ collectionId: { operator: 'is', value: id } }]);
      const sort = query.sort ?? (ordered ? ['collection.number'] : []);
      return sendSeries(ctx, viewer, query, async (wanted) =>
        listDialectSeries(ctx, viewer, { ...wanted, tree, sort, text: undefined }),
      );
    },
  ),
  route.get(
    '/api/v1/collections/{id}/thumbnail',
    { permission: ['SeriesRead'], params: byId, tokens: 0.1 },
    async (ctx, { viewer, params }) => getListCover(ctx, viewer, collection(params), COVER),
  ),
  route.get('/api/v1/readlists', { permission: ['BooksRead'], query: ListsQuery }, async (ctx, request) =>
    sendLists(ctx, request, 'readList', toReadList),
  ),
  route.get('/api/v1/readlists/{id}', { permission: ['BooksRead'], params: byId }, async (ctx, { viewer, params }) =>
    json(await toReadList(ctx, viewer, await getSharedList(ctx, viewer, readList(params)))),
  ),
  route.get(
    '/api/v1/readlists/{id}/books',
    { permission: ['BooksRead'], params: byId, query: BooksQuery },
    async (ctx, { viewer, params, query }) => {
      const { id, ordered } = await getSharedList(ctx, viewer, readList(params));
      if (readBookTree(query) === undefined && isOwnOrder(query, 'readlist.number')) {
        const direction = readDirection(query);
        return sendBooks(ctx, viewer, query, async (wanted) =>
          listReadListBooks(ctx, viewer, id, { ...wanted, direction }),
        );
      }
      const tree = readBookTree(query, [{ readListId: { operator: 'is', value: id } }]);
      const sort = query.sort ?? [ordered ? 'readList.number' : 'metadata.releaseDate'];
      return sendBooks(ctx, viewer, query, async (wanted) =>
        listDialectBooks(ctx, viewer, { ...wanted, tree, sort, text: undefined }),
      );
    },
  ),
  route.get(
    '/api/v1/readlists/{id}/thumbnail',
    { permission: ['BooksRead'], params: byId, tokens: 0.1 },
    async (ctx, { viewer, params }) => getListCover(ctx, viewer, readList(params), COVER),
  ),
  neighbour('next'),
  neighbour('previous'),
];
