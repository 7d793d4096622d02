import type { api } from '@lectern/contract';
import { dismissDuplicate } from '#core/duplicates/dismiss-duplicates.ts';
import type { Handler } from '../../handler.ts';

export const handleDismissDuplicate: Handler<typeof api.dismissDuplicate> = async (ctx, { viewer, params }) => {
  await dismissDuplicate(ctx, viewer, params.id);
  return undefined;
};
