import type { api } from '@lectern/contract';
import { listSettings } from '#core/settings/describe-settings.ts';
import type { Handler } from '../../handler.ts';

export const handleListSettings: Handler<typeof api.listSettings> = async (ctx, { query }) =>
  listSettings(ctx, query.category);
