import type { api } from '@lectern/contract';
import { setState } from '#core/releases/change-releases.ts';
import type { Handler } from '../../handler.ts';

export const handleAcquireRelease: Handler<typeof api.acquireRelease> = async (ctx, { viewer, params }) =>
  setState(ctx, viewer, params.id, 'marked_acquired');
