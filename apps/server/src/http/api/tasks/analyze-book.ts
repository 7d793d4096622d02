import type { api } from '@lectern/contract';
import { requestBookAnalysis } from '#core/analyze/request-analysis.ts';
import type { Handler } from '../../handler.ts';

export const handleAnalyzeBook: Handler<typeof api.analyzeBook> = async (ctx, { viewer, params }) =>
  requestBookAnalysis(ctx, viewer, params.id);
