import type { api } from '@lectern/contract';
import { deleteFilterPreset } from '#core/filters/presets.ts';
import type { Handler } from '../../handler.ts';

export const handleDeleteFilterPreset: Handler<typeof api.deleteFilterPreset> = async (ctx, { viewer, params }) => {
  await deleteFilterPreset(ctx, viewer, params.id);
  return undefined;
};
