import type { api } from '@lectern/contract';
import { addManyWantToRead } from '#core/want-to-read/want-to-read.ts';
import type { Handler } from '../../handler.ts';

export const handleAddManyWantToRead: Handler<typeof api.addManyWantToRead> = async (ctx, { viewer, body }) =>
  addManyWantToRead(ctx, viewer, body);
