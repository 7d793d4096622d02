import type { api } from '@lectern/contract';
import { removeMember } from '#core/lists/change-list.ts';
import type { Handler } from '../../handler.ts';

export const handleRemoveReadListBook: Handler<typeof api.removeReadListBook> = async (ctx, { viewer, params }) => {
  await removeMember(ctx, viewer, { kind: 'readList', id: params.id }, params.bookId);
  return undefined;
};
