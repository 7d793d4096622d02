import { handleAnalyzeBook } from './analyze-book.ts';
import { handleAnalyzeSeries } from './analyze-series.ts';
import { handleCancelTask } from './cancel-task.ts';
import { handleGetTask } from './get-task.ts';
import { handleGetTaskStats } from './get-task-stats.ts';
import { handleListTasks } from './list-tasks.ts';
import { handleStreamTasks } from './stream-tasks.ts';

export const taskHandlers = {
  listTasks: handleListTasks,
  getTaskStats: handleGetTaskStats,
  streamTasks: handleStreamTasks,
  getTask: handleGetTask,
  cancelTask: handleCancelTask,
  analyzeBook: handleAnalyzeBook,
  analyzeSeries: handleAnalyzeSeries,
};
