import { handleAnalyzeBook } from './analyze-book.ts';
import { handleAnalyzeSeries } from './analyze-series.ts';
import { handleCancelTask } from './cancel-task.ts';
import { handleCreateTask } from './create-task.ts';
import { handleGetTask } from './get-task.ts';
import { handleGetTaskStats } from './get-task-stats.ts';
import { handleListTasks } from './list-tasks.ts';
import { handleNukeTasks } from './nuke-tasks.ts';
import { handlePauseTasks } from './pause-tasks.ts';
import { handlePurgeTasks } from './purge-tasks.ts';
import { handleResumeTasks } from './resume-tasks.ts';
import { handleRetryFailedTasks } from './retry-failed-tasks.ts';
import { handleRetryTask } from './retry-task.ts';
import { handleStreamTasks } from './stream-tasks.ts';
import { handleUnlockTask } from './unlock-task.ts';

export const taskHandlers = {
  listTasks: handleListTasks,
  createTask: handleCreateTask,
  pauseTasks: handlePauseTasks,
  resumeTasks: handleResumeTasks,
  retryFailedTasks: handleRetryFailedTasks,
  purgeTasks: handlePurgeTasks,
  nukeTasks: handleNukeTasks,
  retryTask: handleRetryTask,
  unlockTask: handleUnlockTask,
  getTaskStats: handleGetTaskStats,
  streamTasks: handleStreamTasks,
  getTask: handleGetTask,
  cancelTask: handleCancelTask,
  analyzeBook: handleAnalyzeBook,
  analyzeSeries: handleAnalyzeSeries,
};
