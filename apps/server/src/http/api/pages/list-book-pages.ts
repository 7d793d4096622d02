import type { api } from '@lectern/contract';
import { listPages } from '#core/pages/list-pages.ts';
import type { Handler } from '../../handler.ts';

export const handleListBookPages: Handler<typeof api.listBookPages> = async (ctx, { viewer, params }) =>
  listPages(ctx, viewer, params.id);
