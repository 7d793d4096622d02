import { later } from '../../later.ts';

export const progressHandlers = {
  getProgress: later(async () => (await import('./get-progress.ts')).handleGetProgress),
  saveProgress: later(async () => (await import('./save-progress.ts')).handleSaveProgress),
  deleteProgress: later(async () => (await import('./delete-progress.ts')).handleDeleteProgress),
  markBookRead: later(async () => (await import('./mark-book-read.ts')).handleMarkBookRead),
  markBookUnread: later(async () => (await import('./mark-book-unread.ts')).handleMarkBookUnread),
  markSeriesRead: later(async () => (await import('./mark-series-read.ts')).handleMarkSeriesRead),
  markSeriesUnread: later(async () => (await import('./mark-series-unread.ts')).handleMarkSeriesUnread),
  listProgress: later(async () => (await import('./list-progress.ts')).handleListProgress),
  listCurrentlyReading: later(async () => (await import('./list-currently-reading.ts')).handleListCurrentlyReading),
  saveManyProgress: later(async () => (await import('./save-many-progress.ts')).handleSaveManyProgress),
  getProgression: later(async () => (await import('./get-progression.ts')).handleGetProgression),
  saveProgression: later(async () => (await import('./save-progression.ts')).handleSaveProgression),
  markBooksRead: later(async () => (await import('./mark-books-read.ts')).handleMarkBooksRead),
  markBooksUnread: later(async () => (await import('./mark-books-unread.ts')).handleMarkBooksUnread),
  markManySeriesRead: later(async () => (await import('./mark-many-series-read.ts')).handleMarkManySeriesRead),
  markManySeriesUnread: later(async () => (await import('./mark-many-series-unread.ts')).handleMarkManySeriesUnread),
};
