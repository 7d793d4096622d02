import { queryOptions } from '@tanstack/react-query';
import { request } from '#lib/api.ts';

/** Every setting of the server, by category. */
export const settingsQuery = () =>
  queryOptions({
    queryKey: ['listSettings'],
    queryFn: async ({ signal }) => request('listSettings', { signal }),
    // others change them without an event
    staleTime: 0,
  });

/** The last changes of a setting, the latest first. */
export const settingHistoryQuery = (key: string) =>
  queryOptions({
    queryKey: ['listSettingHistory', { key }],
    queryFn: async ({ signal }) => request('listSettingHistory', { params: { key }, query: { limit: 50 }, signal }),
    staleTime: 0,
  });
