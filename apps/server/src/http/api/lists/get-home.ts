import type { api } from '@lectern/contract';
import { getHome } from '#core/catalog/get-home.ts';
import type { Handler } from '../../handler.ts';

export const handleGetHome: Handler<typeof api.getHome> = async (ctx, { viewer, query }) => getHome(ctx, viewer, query);
