import type { api } from '@lectern/contract';
import { setState } from '#core/releases/change-releases.ts';
import type { Handler } from '../../handler.ts';

export const handleUpdateRelease: Handler<typeof api.updateRelease> = async (ctx, { viewer, params, body }) =>
  setState(ctx, viewer, params.id, body.state);
