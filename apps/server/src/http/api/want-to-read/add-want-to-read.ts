import type { api } from '@lectern/contract';
import { addWantToRead } from '#core/want-to-read/want-to-read.ts';
import type { Handler } from '../../handler.ts';

export const handleAddWantToRead: Handler<typeof api.addWantToRead> = async (ctx, { viewer, body }) =>
  addWantToRead(ctx, viewer, body);
