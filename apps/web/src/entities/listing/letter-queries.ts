import { queryOptions } from '@tanstack/react-query';
import type { ListQuery } from '#entities/condition/list-query.ts';
import { request } from '#lib/api.ts';

/** Titles per first letter. Live updates refresh it together with the list. */
export const letterGroupsQuery = ({ target, libraryId, condition, fullTextSearch }: ListQuery) =>
  queryOptions({
    queryKey: [
      target === 'series' ? 'listSeries' : 'listBooks',
      { libraryId, condition, fullTextSearch, groups: true },
    ],
    queryFn: async ({ signal }) => {
      const query = libraryId === undefined ? {} : { libraryId };
      const body = { condition, fullTextSearch };
      return await request(target === 'series' ? 'listSeriesGroups' : 'listBookGroups', { query, body, signal });
    },
  });
