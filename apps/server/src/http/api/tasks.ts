import {
  requestBookAnalysis,
  requestFirstBookAnalysis,
  requestFirstSeriesAnalysis,
  requestSeriesAnalysis,
} from '#core/activities/analyze/request-analysis.ts';
import { requestLibraryAnalysis, requestManyAnalyses } from '#core/activities/analyze/request-many-analyses.ts';
import { cancelTask, nukeTasks, purgeTasks } from '#core/activities/tasks/cancel-tasks.ts';
import { retryFailedTasks, retryTask, unlockTask } from '#core/activities/tasks/retry-tasks.ts';
import { createTask } from '#core/activities/tasks/create-task.ts';
import { getTask, listNewestTasks, listTasks } from '#core/activities/tasks/tasks.ts';
import { getTaskStats, pauseTasks, resumeTasks } from '#core/activities/tasks/task-stats.ts';
import { toPage } from '../answers/to-page.ts';
import type { Handlers } from '../requests/handler.ts';

export const taskHandlers = {
  listTasks: async (ctx, request) => {
    const { limit, ...query } = request.query;
    if (limit !== undefined) {
      const { page: _page, pageSize: _pageSize, ...filter } = query;
      return listNewestTasks(ctx, request.viewer, { ...filter, limit });
    }
    const { tasks: rows, total } = await listTasks(ctx, request.viewer, query);
    return toPage(request, { rows, total });
  },
  createTask: async (ctx, { viewer, body }) => createTask(ctx, viewer, body),
  pauseTasks: async (ctx, { viewer }) => pauseTasks(ctx, viewer),
  resumeTasks: async (ctx) => resumeTasks(ctx),
  retryFailedTasks: async (ctx, { viewer, body }) => retryFailedTasks(ctx, viewer, body ?? {}),
  purgeTasks: async (ctx, { viewer, query }) => purgeTasks(ctx, viewer, query.days),
  nukeTasks: async (ctx) => nukeTasks(ctx),
  retryTask: async (ctx, { viewer, params }) => retryTask(ctx, viewer, params.id),
  unlockTask: async (ctx, { viewer, params }) => unlockTask(ctx, viewer, params.id),
  getTaskStats: async (ctx, { viewer }) => getTaskStats(ctx, viewer),
  getTask: async (ctx, { viewer, params }) => getTask(ctx, viewer, params.id),
  cancelTask: async (ctx, { viewer, params }) => cancelTask(ctx, viewer, params.id),
  analyzeBook: async (ctx, { viewer, params }) => requestBookAnalysis(ctx, viewer, params.id),
  analyzeSeries: async (ctx, { viewer, params }) => requestSeriesAnalysis(ctx, viewer, params.id),
  analyzeLibrary: async (ctx, { viewer, params }) =>
    requestLibraryAnalysis(ctx, viewer, { libraryId: params.id, isForced: true }),
  analyzeManyBooks: async (ctx, { viewer, body }) =>
    requestManyAnalyses(ctx, viewer, { of: 'books', ids: body.bookIds, isForced: body.force }),
  analyzeManySeries: async (ctx, { viewer, body }) =>
    requestManyAnalyses(ctx, viewer, { of: 'series', ids: body.seriesIds, isForced: body.force }),
  analyzeUnanalyzedBook: async (ctx, { viewer, params }) => requestFirstBookAnalysis(ctx, viewer, params.id),
  analyzeUnanalyzedLibrary: async (ctx, { viewer, params }) =>
    requestLibraryAnalysis(ctx, viewer, { libraryId: params.id, isForced: false }),
  analyzeUnanalyzedSeries: async (ctx, { viewer, params }) => requestFirstSeriesAnalysis(ctx, viewer, params.id),
} satisfies Partial<Handlers>;
