import type { api } from '@lectern/contract';
import { createFilterPreset } from '#core/filters/presets.ts';
import type { Handler } from '../../handler.ts';

export const handleCreateFilterPreset: Handler<typeof api.createFilterPreset> = async (ctx, { viewer, body }) =>
  createFilterPreset(ctx, viewer, body);
