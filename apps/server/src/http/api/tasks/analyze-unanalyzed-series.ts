import type { api } from '@lectern/contract';
import { requestFirstSeriesAnalysis } from '#core/analyze/request-analysis.ts';
import type { Handler } from '../../handler.ts';

export const handleAnalyzeUnanalyzedSeries: Handler<typeof api.analyzeUnanalyzedSeries> = async (
  ctx,
  { viewer, params },
) => requestFirstSeriesAnalysis(ctx, viewer, params.id);
