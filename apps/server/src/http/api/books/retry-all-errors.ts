import type { api } from '@lectern/contract';
import { retryAllErrors } from '#core/analyze/retry-errors.ts';
import type { Handler } from '../../handler.ts';

export const handleRetryAllErrors: Handler<typeof api.retryAllErrors> = async (ctx, { viewer, body }) =>
  retryAllErrors(ctx, viewer, body ?? {});
