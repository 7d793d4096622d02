import { handleDeleteProgress } from './delete-progress.ts';
import { handleGetProgress } from './get-progress.ts';
import { handleGetProgression } from './get-progression.ts';
import { handleListCurrentlyReading } from './list-currently-reading.ts';
import { handleListProgress } from './list-progress.ts';
import { handleMarkBookRead } from './mark-book-read.ts';
import { handleMarkBookUnread } from './mark-book-unread.ts';
import { handleMarkBooksRead } from './mark-books-read.ts';
import { handleMarkBooksUnread } from './mark-books-unread.ts';
import { handleMarkManySeriesRead } from './mark-many-series-read.ts';
import { handleMarkManySeriesUnread } from './mark-many-series-unread.ts';
import { handleMarkSeriesRead } from './mark-series-read.ts';
import { handleMarkSeriesUnread } from './mark-series-unread.ts';
import { handleSaveManyProgress } from './save-many-progress.ts';
import { handleSaveProgress } from './save-progress.ts';
import { handleSaveProgression } from './save-progression.ts';

export const progressHandlers = {
  getProgress: handleGetProgress,
  saveProgress: handleSaveProgress,
  deleteProgress: handleDeleteProgress,
  markBookRead: handleMarkBookRead,
  markBookUnread: handleMarkBookUnread,
  markSeriesRead: handleMarkSeriesRead,
  markSeriesUnread: handleMarkSeriesUnread,
  listProgress: handleListProgress,
  listCurrentlyReading: handleListCurrentlyReading,
  saveManyProgress: handleSaveManyProgress,
  getProgression: handleGetProgression,
  saveProgression: handleSaveProgression,
  markBooksRead: handleMarkBooksRead,
  markBooksUnread: handleMarkBooksUnread,
  markManySeriesRead: handleMarkManySeriesRead,
  markManySeriesUnread: handleMarkManySeriesUnread,
};
