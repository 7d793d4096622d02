import type { api } from '@lectern/contract';
import { requestLibraryAnalysis } from '#core/analyze/request-analysis.ts';
import type { Handler } from '../../handler.ts';

export const handleAnalyzeLibrary: Handler<typeof api.analyzeLibrary> = async (ctx, { viewer, params }) =>
  requestLibraryAnalysis(ctx, viewer, { libraryId: params.id, isForced: true });
