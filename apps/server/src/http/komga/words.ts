import type { z } from 'zod';
import type { Context } from '#context/context.ts';
import { listCredits, listWords, type WordList, type WordsAsked } from '#core/catalog/browse/list-words.ts';
import type { Listed } from '#core/page.ts';
import type { Viewer } from '#core/viewer.ts';
import { type DialectRoute, json, route } from '../requests/dialect-route.ts';
import { toPage, Paging, Text, TextList } from './paging.ts';

const WordsQuery = Paging.extend({
  library_id: TextList,
  collection_id: Text,
  series_id: Text,
  readlist_id: Text,
  search: Text,
  role: Text,
});
type WordsQuery = z.output<typeof WordsQuery>;

function toAsked(query: WordsQuery, slice?: WordsAsked['slice']): WordsAsked {
  const { library_id: libraryIds, collection_id: collectionId, series_id: seriesId, readlist_id: readListId } = query;
  const { search, role } = query;
  return { libraryIds, collectionId, seriesId, readListId, search, role, slice };
}

type Read = (ctx: Context, viewer: Viewer, asked: WordsAsked) => Promise<Listed<unknown>>;

const endpoint = { permission: ['SeriesRead'], query: WordsQuery } as const;

/** Version 1 of a list, without pages. */
function whole(name: string, read: Read): DialectRoute {
  return route.get(`/api/v1/${name}`, endpoint, async (ctx, { viewer, query }) =>
    json((await read(ctx, viewer, toAsked(query))).rows),
  );
}

/** Version 2 of a list, in pages. */
function paged(name: string, read: Read): DialectRoute {
  return route.get(`/api/v2/${name}`, endpoint, async (ctx, { viewer, query }) => {
    const { page, size, unpaged } = query;
    const slice = unpaged === true ? undefined : { limit: size, offset: page * size };
    const { rows, total } = await read(ctx, viewer, toAsked(query, slice));
    return json(toPage(query, rows, total));
  });
}

function words(list: WordList): Read {
  return async (ctx, viewer, asked) => listWords(ctx, viewer, list, asked);
}

/** Version 2 has numbers, and no word for books without an age. */
const ages: Read = async (ctx, viewer, asked) => {
  const { rows, total } = await listWords(ctx, viewer, { of: 'statedAge' }, asked);
  return { rows: rows.map(Number), total };
};

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
  ...bothWays('authors', listCredits),
  ...bothWays('authors/names', words({ of: 'name' })),
  ...bothWays('authors/roles', words({ of: 'role' })),
];
