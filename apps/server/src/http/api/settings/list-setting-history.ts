import type { api } from '@lectern/contract';
import { listSettingHistory } from '#core/settings/setting-history.ts';
import type { Handler } from '../../handler.ts';

export const handleListSettingHistory: Handler<typeof api.listSettingHistory> = async (ctx, { params, query }) =>
  listSettingHistory(ctx, params.key, query.limit);
