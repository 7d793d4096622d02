import type { api } from '@lectern/contract';
import { markBookRead } from '#core/reading/save-progress.ts';
import type { Handler } from '../../handler.ts';

export const handleMarkBookRead: Handler<typeof api.markBookRead> = async (ctx, { viewer, params }) =>
  markBookRead(ctx, viewer, params.id);
