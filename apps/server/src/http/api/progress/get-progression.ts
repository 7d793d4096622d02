import type { api } from '@lectern/contract';
import { getProgression } from '#core/reading/progression.ts';
import type { Handler } from '../../handler.ts';

export const handleGetProgression: Handler<typeof api.getProgression> = async (ctx, { viewer, params }) =>
  getProgression(ctx, viewer, params.id);
