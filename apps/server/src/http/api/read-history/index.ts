import { later } from '../../later.ts';

export const readHistoryHandlers = {
  getBookReadHistory: later(async () => (await import('./get-book-read-history.ts')).handleGetBookReadHistory),
  deleteBookReadHistory: later(async () => (await import('./delete-book-read-history.ts')).handleDeleteBookReadHistory),
  deleteBookReading: later(async () => (await import('./delete-book-reading.ts')).handleDeleteBookReading),
  getSeriesReadHistory: later(async () => (await import('./get-series-read-history.ts')).handleGetSeriesReadHistory),
  deleteSeriesReadHistory: later(
    async () => (await import('./delete-series-read-history.ts')).handleDeleteSeriesReadHistory,
  ),
  deleteReadHistory: later(async () => (await import('./delete-read-history.ts')).handleDeleteReadHistory),
  recordSessions: later(async () => (await import('./record-sessions.ts')).handleRecordSessions),
  listReadingSessions: later(async () => (await import('./list-reading-sessions.ts')).handleListReadingSessions),
};
