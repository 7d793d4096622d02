import { handleDeleteBookReadHistory } from './delete-book-read-history.ts';
import { handleDeleteBookReading } from './delete-book-reading.ts';
import { handleDeleteReadHistory } from './delete-read-history.ts';
import { handleDeleteSeriesReadHistory } from './delete-series-read-history.ts';
import { handleGetBookReadHistory } from './get-book-read-history.ts';
import { handleGetSeriesReadHistory } from './get-series-read-history.ts';
import { handleListReadingSessions } from './list-reading-sessions.ts';
import { handleRecordSessions } from './record-sessions.ts';

export const readHistoryHandlers = {
  getBookReadHistory: handleGetBookReadHistory,
  deleteBookReadHistory: handleDeleteBookReadHistory,
  deleteBookReading: handleDeleteBookReading,
  getSeriesReadHistory: handleGetSeriesReadHistory,
  deleteSeriesReadHistory: handleDeleteSeriesReadHistory,
  deleteReadHistory: handleDeleteReadHistory,
  recordSessions: handleRecordSessions,
  listReadingSessions: handleListReadingSessions,
};
