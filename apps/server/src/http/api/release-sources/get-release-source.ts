import type { api } from '@lectern/contract';
import { getSource } from '#core/releases/sources.ts';
import type { Handler } from '../../handler.ts';

export const handleGetReleaseSource: Handler<typeof api.getReleaseSource> = async (ctx, { params }) =>
  getSource(ctx, params.id);
