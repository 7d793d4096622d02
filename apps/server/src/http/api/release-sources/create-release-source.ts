import type { api } from '@lectern/contract';
import { createSource } from '#core/releases/sources.ts';
import type { Handler } from '../../handler.ts';

export const handleCreateReleaseSource: Handler<typeof api.createReleaseSource> = async (ctx, { viewer, body }) =>
  createSource(ctx, viewer, body);
