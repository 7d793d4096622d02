import type { api } from '@lectern/contract';
import { retryBook } from '#core/analyze/retry-errors.ts';
import type { Handler } from '../../handler.ts';

export const handleRetryBook: Handler<typeof api.retryBook> = async (ctx, { viewer, params, body }) =>
  retryBook(ctx, viewer, { bookId: params.id, errorTypes: body?.errorTypes });
