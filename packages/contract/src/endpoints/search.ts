import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { MAX_SEARCH_TEXT } from '../filters.ts';
import { Id } from '../models/scalars.ts';
import { SearchResult } from '../models/search.ts';
import { FullSeries } from '../models/metadata.ts';
import { Series } from '../models/series.ts';
import { PageQuery, paginated } from '../paging.ts';

export const search = {
  search: endpoint({
    tag: 'Search',
    summary:
      'Series, books, people, publishers, genres, tags, collections and read lists that a text finds, best first; kinds that the caller may not read stay empty',
    permission: ['SeriesRead', 'BooksRead'],
    query: z.object({
      q: z.string().max(MAX_SEARCH_TEXT),
      libraryId: Id.optional(),
      limit: z.coerce.number().int().min(1).max(50).default(8),
    }),
    aliases: { query: 'q' },
    answer: 'json',
    response: SearchResult,
  }),
  searchSeries: endpoint({
    whileViewing: true,
    tag: 'Series',
    summary: 'Series that a text finds, best first; all for an empty one',
    permission: ['SeriesRead'],
    query: PageQuery,
    camelCaseOnly: ['pageSize'],
    body: z.object({
      query: z.string().max(MAX_SEARCH_TEXT),
      libraryId: Id.nullable().optional(),
      full: z.boolean().optional(),
    }),
    answer: 'json',
    response: paginated(Series),
    otherResponse: paginated(FullSeries),
  }),
} as const;
