import type { api } from '@lectern/contract';
import { getPositions } from '#core/pages/get-publication.ts';
import type { Handler } from '../../handler.ts';

export const handleGetBookPositions: Handler<typeof api.getBookPositions> = async (ctx, { viewer, params }) =>
  getPositions(ctx, viewer, params.id);
