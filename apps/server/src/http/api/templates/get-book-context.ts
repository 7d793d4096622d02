import { type api, BookContext } from '@lectern/contract';
import { getBookContext } from '#core/template-context/get-context.ts';
import type { Handler } from '../../handler.ts';

export const handleGetBookContext: Handler<typeof api.getBookContext> = async (ctx, { viewer, params }) =>
  BookContext.parse(await getBookContext(ctx, viewer, params.id));
