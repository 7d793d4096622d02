import type { Series } from '@lectern/contract';
import type { z } from 'zod';
import { getSeries } from '#core/catalog/browse/get-series.ts';
import { listSeriesCollections } from '#core/catalog/lists/collections.ts';
import { toDialectSeries } from '#core/catalog/komga/dialect-rows.ts';
import {
  listDialectBooks,
  listDialectGroups,
  listDialectSeries,
  type SeriesTree,
} from '#core/catalog/komga/list-dialect.ts';
import { holds } from '#core/catalog/komga/read-clause.ts';
import { readCondition, SERIES_CLAUSES } from '#core/catalog/komga/read-condition.ts';
import { getSeriesCover } from '#core/catalog/covers/get-cover.ts';
import type { Viewer } from '#core/viewer.ts';
import type { Context } from '#context/context.ts';
import { type DialectAnswer, type DialectRequest, type DialectRoute, viewerOf } from '../requests/dialect-route.ts';
import { json, pageOf, type Paging, type Part, readPart, type Wanted } from './answer.ts';
import { sendBooks } from './books.ts';
import { toCollection, toSeries } from './objects.ts';
import { byId, idOf } from './paths.ts';
import { BooksQuery, bookTreeOf, SearchBody, SeriesQuery, seriesTreeOf } from './queries.ts';

/** Width of covers in lists. */
export const COVER_WIDTH = 300;

/** A page of series as the dialect has it. */
export async function sendSeries(
  ctx: Context,
  viewer: Viewer,
  paging: Paging,
  read: (wanted: Wanted) => Promise<Part<Series>>,
): Promise<DialectAnswer> {
  const { rows, total } = await readPart(paging, read);
  const found = await toDialectSeries(ctx, viewer, rows);
  return json(
    pageOf(
      paging,
      found.map((series) => toSeries(series, viewer)),
      total,
    ),
  );
}

interface Search {
  readonly tree: SeriesTree | undefined;
  readonly text?: string | undefined;
  readonly sort?: readonly string[];
}

async function search(ctx: Context, request: DialectRequest, { tree, text, sort }: Search): Promise<DialectAnswer> {
  const viewer = viewerOf(request);
  const paging = request.query as SeriesQuery;
  return sendSeries(ctx, viewer, paging, async (wanted) =>
    listDialectSeries(ctx, viewer, { ...wanted, tree, text, sort: sort ?? paging.sort ?? [] }),
  );
}

function searchOf({ body }: DialectRequest): Search {
  const { condition, fullTextSearch } = body as z.output<typeof SearchBody>;
  return { tree: readCondition(SERIES_CLAUSES, condition), text: fullTextSearch ?? undefined };
}

/** A list of all series in an order of its own. */
function sortedList(path: string, sort: string, more?: SeriesTree): DialectRoute {
  return {
    method: 'GET',
    path,
    endpoint: { permission: ['SeriesRead'], query: SeriesQuery },
    answer: async (ctx, request) => {
      const trees = [seriesTreeOf(request.query as SeriesQuery), more].filter((tree) => tree !== undefined);
      return search(ctx, request, { tree: trees.length === 0 ? undefined : { allOf: trees }, sort: [sort] });
    },
  };
}

/** How many series begin with each letter. */
async function groups(ctx: Context, request: DialectRequest, { tree, text }: Search): Promise<DialectAnswer> {
  return json(await listDialectGroups(ctx, viewerOf(request), { tree, text }));
}

const listRoutes: readonly DialectRoute[] = [
  {
    method: 'GET',
    path: '/api/v1/series',
    endpoint: { permission: ['SeriesRead'], query: SeriesQuery },
    answer: async (ctx, request) => {
      const query = request.query as SeriesQuery;
      return search(ctx, request, { tree: seriesTreeOf(query), text: query.search });
    },
  },
  {
    method: 'POST',
    path: '/api/v1/series/list',
    endpoint: { permission: ['SeriesRead'], query: SeriesQuery, body: SearchBody },
    answer: async (ctx, request) => search(ctx, request, searchOf(request)),
  },
  {
    method: 'GET',
    path: '/api/v1/series/alphabetical-groups',
    endpoint: { permission: ['SeriesRead'], query: SeriesQuery },
    answer: async (ctx, request) => {
      const query = request.query as SeriesQuery;
      return groups(ctx, request, { tree: seriesTreeOf(query), text: query.search });
    },
  },
  {
    method: 'POST',
    path: '/api/v1/series/list/alphabetical-groups',
    endpoint: { permission: ['SeriesRead'], query: SeriesQuery, body: SearchBody },
    answer: async (ctx, request) => groups(ctx, request, searchOf(request)),
  },
  sortedList('/api/v1/series/new', 'created,desc'),
  sortedList('/api/v1/series/latest', 'lastModified,desc'),
  sortedList('/api/v1/series/updated', 'lastModified,desc', holds('changed')),
];

/** One series, and what belongs to it. */
const oneRoutes: readonly DialectRoute[] = [
  {
    method: 'GET',
    path: '/api/v1/series/{id}',
    endpoint: { permission: ['SeriesRead'], params: byId },
    answer: async (ctx, request) => {
      const viewer = viewerOf(request);
      const found = await toDialectSeries(ctx, viewer, [await getSeries(ctx, viewer, idOf(request))]);
      return json(found.map((series) => toSeries(series, viewer))[0]);
    },
  },
  {
    method: 'GET',
    path: '/api/v1/series/{id}/thumbnail',
    endpoint: { permission: ['SeriesRead'], params: byId, tokens: 0.1 },
    answer: async (ctx, request) =>
      getSeriesCover(ctx, viewerOf(request), idOf(request), { width: COVER_WIDTH, format: 'jpeg' }),
  },
  {
    method: 'GET',
    path: '/api/v1/series/{id}/books',
    endpoint: { permission: ['BooksRead'], params: byId, query: BooksQuery },
    answer: async (ctx, request) => {
      const viewer = viewerOf(request);
      const query = request.query as BooksQuery;
      const { id: seriesId } = await getSeries(ctx, viewer, idOf(request));
      const [tree, sort] = [bookTreeOf(query), query.sort ?? []];
      return sendBooks(ctx, viewer, query, async (wanted) =>
        listDialectBooks(ctx, viewer, { ...wanted, tree, sort, text: undefined, seriesId }),
      );
    },
  },
  {
    method: 'GET',
    path: '/api/v1/series/{id}/collections',
    endpoint: { permission: ['SeriesRead'], params: byId },
    answer: async (ctx, request) => {
      const viewer = viewerOf(request);
      const { rows } = await listSeriesCollections(ctx, viewer, idOf(request), { page: 1, pageSize: 1_000 });
      return json(await Promise.all(rows.map(async (row) => toCollection(ctx, viewer, row))));
    },
  },
];

export const seriesRoutes: readonly DialectRoute[] = [...listRoutes, ...oneRoutes];
