import type { api } from '@lectern/contract';
import { getPlacement } from '#core/naming/get-placement.ts';
import type { Handler } from '../../handler.ts';

export const handleGetBookPlacement: Handler<typeof api.getBookPlacement> = async (ctx, { viewer, params }) =>
  getPlacement(ctx, viewer, params.id);
