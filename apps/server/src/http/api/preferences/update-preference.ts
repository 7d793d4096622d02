import type { api } from '@lectern/contract';
import { updatePreference } from '#core/preferences/preferences.ts';
import type { Handler } from '../../handler.ts';

export const handleUpdatePreference: Handler<typeof api.updatePreference> = async (ctx, { viewer, params, body }) =>
  updatePreference(ctx, viewer, params.key, body.value);
