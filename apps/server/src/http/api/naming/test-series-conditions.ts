import type { api } from '@lectern/contract';
import { testConditions } from '#core/conditions/test-conditions.ts';
import type { Handler } from '../../handler.ts';

export const handleTestSeriesConditions: Handler<typeof api.testSeriesConditions> = async (
  ctx,
  { viewer, params, body },
) => testConditions(ctx, viewer, params.id, body ?? {});
