import { later } from '../../later.ts';

export const taskHandlers = {
  listTasks: later(async () => (await import('./list-tasks.ts')).handleListTasks),
  createTask: later(async () => (await import('./create-task.ts')).handleCreateTask),
  pauseTasks: later(async () => (await import('./pause-tasks.ts')).handlePauseTasks),
  resumeTasks: later(async () => (await import('./resume-tasks.ts')).handleResumeTasks),
  retryFailedTasks: later(async () => (await import('./retry-failed-tasks.ts')).handleRetryFailedTasks),
  purgeTasks: later(async () => (await import('./purge-tasks.ts')).handlePurgeTasks),
  nukeTasks: later(async () => (await import('./nuke-tasks.ts')).handleNukeTasks),
  retryTask: later(async () => (await import('./retry-task.ts')).handleRetryTask),
  unlockTask: later(async () => (await import('./unlock-task.ts')).handleUnlockTask),
  getTaskStats: later(async () => (await import('./get-task-stats.ts')).handleGetTaskStats),
  streamTasks: later(async () => (await import('./stream-tasks.ts')).handleStreamTasks),
  getTask: later(async () => (await import('./get-task.ts')).handleGetTask),
  cancelTask: later(async () => (await import('./cancel-task.ts')).handleCancelTask),
  analyzeBook: later(async () => (await import('./analyze-book.ts')).handleAnalyzeBook),
  analyzeSeries: later(async () => (await import('./analyze-series.ts')).handleAnalyzeSeries),
  analyzeLibrary: later(async () => (await import('./analyze-library.ts')).handleAnalyzeLibrary),
  analyzeManyBooks: later(async () => (await import('./analyze-many-books.ts')).handleAnalyzeManyBooks),
  analyzeManySeries: later(async () => (await import('./analyze-many-series.ts')).handleAnalyzeManySeries),
  analyzeUnanalyzedBook: later(async () => (await import('./analyze-unanalyzed-book.ts')).handleAnalyzeUnanalyzedBook),
  analyzeUnanalyzedLibrary: later(
    async () => (await import('./analyze-unanalyzed-library.ts')).handleAnalyzeUnanalyzedLibrary,
  ),
  analyzeUnanalyzedSeries: later(
    async () => (await import('./analyze-unanalyzed-series.ts')).handleAnalyzeUnanalyzedSeries,
  ),
};
