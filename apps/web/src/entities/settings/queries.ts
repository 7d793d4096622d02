import { queryOptions } from '@tanstack/react-query';
import { request } from '#lib/api.ts';

export const settingsQuery = () =>
  queryOptions({
    queryKey: ['listSettings'],
    queryFn: async ({ signal }) => request('listSettings', { signal }),
    // changes by other admins have no event
    staleTime: 0,
  });

/** Latest changes of a setting, newest first. */
export const settingHistoryQuery = (key: string) =>
  queryOptions({
    queryKey: ['listSettingHistory', { key }],
    queryFn: async ({ signal }) => request('listSettingHistory', { params: { key }, query: { limit: 50 }, signal }),
    staleTime: 0,
  });
