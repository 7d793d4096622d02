import type { api } from '@lectern/contract';
import { listFilterPresets } from '#core/filters/presets.ts';
import type { Handler } from '../../handler.ts';

export const handleListFilterPresets: Handler<typeof api.listFilterPresets> = async (ctx, { viewer, query }) =>
  listFilterPresets(ctx, viewer, query);
