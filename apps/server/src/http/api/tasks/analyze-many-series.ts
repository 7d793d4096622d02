import type { api } from '@lectern/contract';
import { requestManyAnalyses } from '#core/analyze/request-analysis.ts';
import type { Handler } from '../../handler.ts';

export const handleAnalyzeManySeries: Handler<typeof api.analyzeManySeries> = async (ctx, { viewer, body }) =>
  requestManyAnalyses(ctx, viewer, { of: 'series', ids: body.seriesIds, isForced: body.force });
