import type { api } from '@lectern/contract';
import { requestSeriesAnalysis } from '#core/analyze/request-analysis.ts';
import type { Handler } from '../../handler.ts';

export const handleAnalyzeSeries: Handler<typeof api.analyzeSeries> = async (ctx, { viewer, params }) =>
  requestSeriesAnalysis(ctx, viewer, params.id);
