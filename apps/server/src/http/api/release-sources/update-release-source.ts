import type { api } from '@lectern/contract';
import { changeSource } from '#core/releases/sources.ts';
import type { Handler } from '../../handler.ts';

export const handleUpdateReleaseSource: Handler<typeof api.updateReleaseSource> = async (
  ctx,
  { viewer, params, body },
) => changeSource(ctx, viewer, params.id, body);
