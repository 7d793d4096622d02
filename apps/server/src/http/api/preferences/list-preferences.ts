import type { api } from '@lectern/contract';
import { listPreferences } from '#core/preferences/preferences.ts';
import type { Handler } from '../../handler.ts';

export const handleListPreferences: Handler<typeof api.listPreferences> = async (ctx, { viewer }) =>
  listPreferences(ctx, viewer);
