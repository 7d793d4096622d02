import type { api } from '@lectern/contract';
import { updateFilterPreset } from '#core/filters/presets.ts';
import type { Handler } from '../../handler.ts';

export const handleUpdateFilterPreset: Handler<typeof api.updateFilterPreset> = async (ctx, { viewer, params, body }) =>
  updateFilterPreset(ctx, viewer, { ...body, id: params.id });
