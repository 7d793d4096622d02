import type { api } from '@lectern/contract';
import { getPreference } from '#core/preferences/preferences.ts';
import type { Handler } from '../../handler.ts';

export const handleGetPreference: Handler<typeof api.getPreference> = async (ctx, { viewer, params }) =>
  getPreference(ctx, viewer, params.key);
