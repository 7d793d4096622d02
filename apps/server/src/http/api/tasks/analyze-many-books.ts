import type { api } from '@lectern/contract';
import { requestManyAnalyses } from '#core/analyze/request-analysis.ts';
import type { Handler } from '../../handler.ts';

export const handleAnalyzeManyBooks: Handler<typeof api.analyzeManyBooks> = async (ctx, { viewer, body }) =>
  requestManyAnalyses(ctx, viewer, { of: 'books', ids: body.bookIds, isForced: body.force });
