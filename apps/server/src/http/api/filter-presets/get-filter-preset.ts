import type { api } from '@lectern/contract';
import { getFilterPreset } from '#core/filters/presets.ts';
import type { Handler } from '../../handler.ts';

export const handleGetFilterPreset: Handler<typeof api.getFilterPreset> = async (ctx, { viewer, params }) =>
  getFilterPreset(ctx, viewer, params.id);
