import type { api } from '@lectern/contract';
import { updatePreferences } from '#core/preferences/preferences.ts';
import type { Handler } from '../../handler.ts';

export const handleUpdatePreferences: Handler<typeof api.updatePreferences> = async (ctx, { viewer, body }) =>
  updatePreferences(ctx, viewer, body.preferences);
