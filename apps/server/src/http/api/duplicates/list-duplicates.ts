import type { api } from '@lectern/contract';
import { listDuplicates } from '#core/duplicates/list-duplicates.ts';
import type { Handler } from '../../handler.ts';
import { pageOf } from '../../answers/page-of.ts';

export const handleListDuplicates: Handler<typeof api.listDuplicates> = async (ctx, request) => {
  const { groups, total, totalBooks } = await listDuplicates(ctx, request.viewer, request.query);
  return { ...pageOf(request, groups, total), totalGroups: total, totalDuplicateBooks: totalBooks };
};
