import type { api } from '@lectern/contract';
import { searchAll } from '#core/search/search-all.ts';
import type { Handler } from '../../handler.ts';

export const handleSearch: Handler<typeof api.search> = async (ctx, { viewer, query }) => searchAll(ctx, viewer, query);
