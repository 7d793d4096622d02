import type { api } from '@lectern/contract';
import { getFacets } from '#core/releases/list-releases.ts';
import type { Handler } from '../../handler.ts';

export const handleGetReleaseFacets: Handler<typeof api.getReleaseFacets> = async (ctx, { viewer, query }) =>
  getFacets(ctx, viewer, query);
