import type { api } from '@lectern/contract';
import { dismissDuplicateSeries } from '#core/duplicates/dismiss-duplicates.ts';
import type { Handler } from '../../handler.ts';

export const handleDismissDuplicateSeries: Handler<typeof api.dismissDuplicateSeries> = async (
  ctx,
  { viewer, params },
) => {
  await dismissDuplicateSeries(ctx, viewer, params.id);
  return undefined;
};
