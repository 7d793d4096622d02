import type { api } from '@lectern/contract';
import { ignoreBookErrors } from '#core/catalog/ignore-book-errors.ts';
import type { Handler } from '../../handler.ts';

export const handleIgnoreBookErrors: Handler<typeof api.ignoreBookErrors> = async (ctx, { viewer, params, body }) =>
  ignoreBookErrors(ctx, viewer, { bookId: params.id, errorTypes: body?.errorTypes, ignored: true });
