import { queryOptions } from '@tanstack/react-query';
import { request } from '#lib/api.ts';

/** Every access group by name. */
export const accessGroupsQuery = () =>
  queryOptions({
    queryKey: ['listAccessGroups'],
    queryFn: async ({ signal }) => request('listAccessGroups', { signal }),
  });

/** One access group with its members and grants. */
export const accessGroupQuery = (groupId: string) =>
  queryOptions({
    queryKey: ['getAccessGroup', { groupId }],
    queryFn: async ({ signal }) => request('getAccessGroup', { params: { id: groupId }, signal }),
  });
