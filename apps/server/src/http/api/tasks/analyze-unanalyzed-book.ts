import type { api } from '@lectern/contract';
import { requestFirstBookAnalysis } from '#core/analyze/request-analysis.ts';
import type { Handler } from '../../handler.ts';

export const handleAnalyzeUnanalyzedBook: Handler<typeof api.analyzeUnanalyzedBook> = async (ctx, { viewer, params }) =>
  requestFirstBookAnalysis(ctx, viewer, params.id);
