import type { api } from '@lectern/contract';
import { browseFolders } from '#core/system/browse-folders.ts';
import type { Handler } from '../../handler.ts';

export const handleBrowseFolders: Handler<typeof api.browseFolders> = async (ctx, { query, signal }) =>
  browseFolders(ctx, query.path, signal);
