import type { Series } from '@lectern/contract';
import type { z } from 'zod';
import type { Context } from '#context/context.ts';
import { getSeries } from '#core/catalog/browse/get-series.ts';
import { getSeriesCover } from '#core/catalog/covers/get-cover.ts';
import { toDialectSeries } from '#core/catalog/komga/dialect-rows.ts';
import {
  listDialectBooks,
  listDialectGroups,
  listDialectSeries,
  type SeriesTree,
} from '#core/catalog/komga/list-dialect.ts';
import { holds } from '#core/catalog/komga/read-clause.ts';
import { readCondition, SERIES_CLAUSES } from '#core/catalog/komga/read-condition.ts';
import { listSharedWith } from '#core/catalog/lists/show-lists.ts';
import type { Viewer } from '#core/viewer.ts';
import { type DialectAnswer, type DialectRoute, json, route } from '../requests/dialect-route.ts';
import { sendBooks } from './books.ts';
import { COVER } from './content.ts';
import { toPage, type Paging, type Part, readPart, type Wanted } from './paging.ts';
import { byId, knownId } from './paths.ts';
import { BooksQuery, readBookTree, SearchBody, SeriesQuery, readSeriesTree } from './queries.ts';
import { toCollection } from './to-list.ts';
import { toSeries } from './to-series.ts';

const oneSeries = { permission: ['SeriesRead'], params: byId } as const;
const someSeries = { permission: ['SeriesRead'], query: SeriesQuery } as const;
const foundSeries = { ...someSeries, body: SearchBody } as const;

/** A page of series in the dialect. */
export async function sendSeries(
  ctx: Context,
  viewer: Viewer,
  paging: Paging,
  read: (wanted: Wanted) => Promise<Part<Series>>,
): Promise<DialectAnswer> {
  const { rows, total } = await readPart(paging, read);
  const series = (await toDialectSeries(ctx, viewer, rows)).map((one) => toSeries(one, viewer));
  return json(toPage(paging, series, total));
}

interface Search {
  readonly tree: SeriesTree | undefined;
  readonly text?: string | undefined;
  readonly sort?: readonly string[];
}

async function search(
  ctx: Context,
  { viewer, query }: { readonly viewer: Viewer; readonly query: SeriesQuery },
  { tree, text, sort = query.sort ?? [] }: Search,
): Promise<DialectAnswer> {
  return sendSeries(ctx, viewer, query, async (wanted) =>
    listDialectSeries(ctx, viewer, { ...wanted, tree, text, sort }),
  );
}

function readSearch({ condition, fullTextSearch }: z.output<typeof SearchBody>): Search {
  return { tree: readCondition(SERIES_CLAUSES, condition), text: fullTextSearch ?? undefined };
}

/** A list of all series in a fixed order. */
function sortedList(path: string, sort: string, more?: SeriesTree): DialectRoute {
  return route.get(path, someSeries, async (ctx, request) => {
    const trees = [readSeriesTree(request.query), more].filter((tree) => tree !== undefined);
    return search(ctx, request, { tree: trees.length === 0 ? undefined : { allOf: trees }, sort: [sort] });
  });
}

export const seriesRoutes: readonly DialectRoute[] = [
  route.get('/api/v1/series', someSeries, async (ctx, request) =>
    search(ctx, request, { tree: readSeriesTree(request.query), text: request.query.search }),
  ),
  route.post('/api/v1/series/list', foundSeries, async (ctx, request) =>
    search(ctx, request, readSearch(request.body)),
  ),
  route.get('/api/v1/series/alphabetical-groups', someSeries, async (ctx, { viewer, query }) =>
    json(await listDialectGroups(ctx, viewer, { tree: readSeriesTree(query), text: query.search })),
  ),
  route.post('/api/v1/series/list/alphabetical-groups', foundSeries, async (ctx, { viewer, body }) => {
    const { tree, text } = readSearch(body);
    return json(await listDialectGroups(ctx, viewer, { tree, text }));
  }),
  sortedList('/api/v1/series/new', 'created,desc'),
  sortedList('/api/v1/series/latest', 'lastModified,desc'),
  sortedList('/api/v1/series/updated', 'lastModified,desc', holds('changed')),
  route.get('/api/v1/series/{id}', oneSeries, async (ctx, { viewer, params }) => {
    const [found] = await toDialectSeries(ctx, viewer, [await getSeries(ctx, viewer, knownId(params.id))]);
    return json(found === undefined ? undefined : toSeries(found, viewer));
  }),
  route.get('/api/v1/series/{id}/thumbnail', { ...oneSeries, tokens: 0.1 }, async (ctx, { viewer, params }) =>
    getSeriesCover(ctx, viewer, knownId(params.id), COVER),
  ),
  route.get(
    '/api/v1/series/{id}/books',
    { permission: ['BooksRead'], params: byId, query: BooksQuery },
    async (ctx, { viewer, params, query }) => {
      const { id: seriesId } = await getSeries(ctx, viewer, knownId(params.id));
      const [tree, sort] = [readBookTree(query), query.sort ?? []];
      return sendBooks(ctx, viewer, query, async (wanted) =>
        listDialectBooks(ctx, viewer, { ...wanted, tree, sort, text: undefined, seriesId }),
      );
    },
  ),
  route.get('/api/v1/series/{id}/collections', oneSeries, async (ctx, { viewer, params }) => {
    const holding = { kind: 'collection', id: knownId(params.id) } as const;
    const { rows } = await listSharedWith(ctx, viewer, holding, { page: 1, pageSize: 1_000 });
    return json(await Promise.all(rows.map(async (row) => toCollection(ctx, viewer, row))));
  }),
];
