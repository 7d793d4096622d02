import type { api } from '@lectern/contract';
import { deletePreference } from '#core/preferences/preferences.ts';
import type { Handler } from '../../handler.ts';

export const handleDeletePreference: Handler<typeof api.deletePreference> = async (ctx, { viewer, params }) => {
  await deletePreference(ctx, viewer, params.key);
  return undefined;
};
