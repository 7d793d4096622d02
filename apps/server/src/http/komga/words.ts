import type { z } from 'zod';
import { listCredits, listWords, type WordList, type WordsAsked } from '#core/catalog/browse/list-words.ts';
import type { Listed } from '#core/page.ts';
import type { Context } from '#context/context.ts';
import { type DialectRequest, type DialectRoute, viewerOf } from '../requests/dialect-route.ts';
import { json, pageOf, Paging, Text, TextList } from './answer.ts';

const WordsQuery = Paging.extend({
  library_id: TextList,
  collection_id: Text,
  series_id: Text,
  readlist_id: Text,
  search: Text,
  role: Text,
});
type WordsQuery = z.output<typeof WordsQuery>;

/** What is asked for: the first version knows no pages. */
function askedIn(query: WordsQuery, isPaged: boolean): WordsAsked {
  const { library_id: libraryIds, collection_id: collectionId, series_id: seriesId, readlist_id: readListId } = query;
  const { page, size, unpaged, search, role } = query;
  const slice = isPaged && unpaged !== true ? { limit: size, offset: page * size } : undefined;
  return { libraryIds, collectionId, seriesId, readListId, search, role, slice };
}

type Read = (ctx: Context, request: DialectRequest, asked: WordsAsked) => Promise<Listed<unknown>>;

const endpoint = { permission: ['SeriesRead'], query: WordsQuery } as const;

function whole(name: string, read: Read): DialectRoute {
  return {
    ...{ method: 'GET', path: `/api/v1/${name}`, endpoint },
    answer: async (ctx, request) => {
      const { rows } = await read(ctx, request, askedIn(request.query as WordsQuery, false));
      return json(rows);
    },
  };
}

function paged(name: string, read: Read): DialectRoute {
  return {
    ...{ method: 'GET', path: `/api/v2/${name}`, endpoint },
    answer: async (ctx, request) => {
      const query = request.query as WordsQuery;
      const { rows, total } = await read(ctx, request, askedIn(query, true));
      return json(pageOf(query, rows, total));
    },
  };
}

function words(list: WordList): Read {
  return async (ctx, request, asked) => listWords(ctx, viewerOf(request), list, asked);
}

/** The second version gives numbers, and no word for books without one. */
const ages: Read = async (ctx, request, asked) => {
  const { rows, total } = await listWords(ctx, viewerOf(request), { of: 'statedAge' }, asked);
  return { rows: rows.map(Number), total };
};

const credits: Read = async (ctx, request, asked) => listCredits(ctx, viewerOf(request), asked);

/** A list that the first version gives whole and the second in pages. */
function bothWays(name: string, read: Read, pagedName = name): readonly DialectRoute[] {
  return [whole(name, read), paged(pagedName, read)];
}

/** Words that lists are filtered by. */
export const wordsRoutes: readonly DialectRoute[] = [
  ...bothWays('genres', words({ of: 'genre', owners: ['series'] })),
  ...bothWays('tags', words({ of: 'tag', owners: ['series', 'book'] })),
  whole('tags/series', words({ of: 'tag', owners: ['series'] })),
  whole('tags/book', words({ of: 'tag', owners: ['book'] })),
  ...bothWays('publishers', words({ of: 'publisher' })),
  ...bothWays('languages', words({ of: 'language' })),
  whole('age-ratings', words({ of: 'age' })),
  paged('age-ratings', ages),
  ...bothWays('sharing-labels', words({ of: 'label' })),
  ...bothWays('series/release-dates', words({ of: 'year' }), 'series/release-years'),
  ...bothWays('authors', credits),
  ...bothWays('authors/names', words({ of: 'name' })),
  ...bothWays('authors/roles', words({ of: 'role' })),
];
