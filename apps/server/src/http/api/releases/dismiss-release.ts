import type { api } from '@lectern/contract';
import { setState } from '#core/releases/change-releases.ts';
import type { Handler } from '../../handler.ts';

export const handleDismissRelease: Handler<typeof api.dismissRelease> = async (ctx, { viewer, params }) =>
  setState(ctx, viewer, params.id, 'dismissed');
