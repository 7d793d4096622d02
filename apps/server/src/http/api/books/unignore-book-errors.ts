import type { api } from '@lectern/contract';
import { ignoreBookErrors } from '#core/catalog/ignore-book-errors.ts';
import type { Handler } from '../../handler.ts';

export const handleUnignoreBookErrors: Handler<typeof api.unignoreBookErrors> = async (ctx, { viewer, params, body }) =>
  ignoreBookErrors(ctx, viewer, { bookId: params.id, errorTypes: body?.errorTypes, ignored: false });
