import { handleDeleteProgress } from './delete-progress.ts';
import { handleGetProgress } from './get-progress.ts';
import { handleListCurrentlyReading } from './list-currently-reading.ts';
import { handleListProgress } from './list-progress.ts';
import { handleMarkBookRead } from './mark-book-read.ts';
import { handleMarkBookUnread } from './mark-book-unread.ts';
import { handleMarkSeriesRead } from './mark-series-read.ts';
import { handleMarkSeriesUnread } from './mark-series-unread.ts';
import { handleSaveProgress } from './save-progress.ts';

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
};
