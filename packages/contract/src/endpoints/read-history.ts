import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import {
  BookIds,
  Locator,
  ManyProgress,
  ManyProgressUpdate,
  ReadHistory,
  ReadingSession,
  RecordedSessions,
  SeriesIds,
  SeriesReadHistory,
  SessionsUpload,
  StoredLocator,
} from '../models/reading.ts';
import { Id } from '../models/scalars.ts';
import { MarkedCount } from '../models/series.ts';
import { PageQuery, paginated } from '../paging.ts';

const params = z.object({ id: Id });
const read = { tag: 'Progress', permission: ['ProgressRead', 'BooksRead'], answer: 'json' } as const;
const write = { tag: 'Progress', permission: ['ProgressWrite', 'BooksWrite'] } as const;
const remove = { ...write, answer: 'none', status: 204 } as const;
const mark = { ...write, answer: 'json', response: MarkedCount } as const;

export const readHistory = {
  getBookReadHistory: endpoint({
    ...read,
    summary: 'Every time I finished a book, the last first',
    params,
    response: ReadHistory,
    errors: ['NotFound'],
  }),
  deleteBookReadHistory: endpoint({
    ...remove,
    summary: 'Forgets how often I finished a book; my place in it stays',
    params,
    errors: ['NotFound'],
  }),
  deleteBookReading: endpoint({
    ...remove,
    summary: 'Takes one reading out of my history of a book',
    params: z.object({ id: Id, completionId: z.string().min(1).max(100) }),
    errors: ['NotFound'],
  }),
  getSeriesReadHistory: endpoint({
    ...read,
    summary: 'Every time I finished all books of a series, the last first',
    params,
    response: SeriesReadHistory,
    errors: ['NotFound'],
  }),
  deleteSeriesReadHistory: endpoint({
    ...remove,
    summary: 'Forgets how often I finished the books of a series',
    params,
    errors: ['NotFound'],
  }),
  deleteReadHistory: endpoint({ ...remove, summary: 'Forgets how often I finished anything' }),
  markBooksRead: endpoint({ ...mark, summary: 'Marks books read; unknown ones are passed over', body: BookIds }),
  markBooksUnread: endpoint({ ...mark, summary: 'Marks books unread; unknown ones are passed over', body: BookIds }),
  markManySeriesRead: endpoint({
    ...mark,
    summary: 'Marks all books of some series read; unknown series are passed over',
    body: SeriesIds,
  }),
  markManySeriesUnread: endpoint({
    ...mark,
    summary: 'Marks all books of some series unread; unknown series are passed over',
    body: SeriesIds,
  }),
  saveManyProgress: endpoint({
    ...write,
    summary: 'Stores my progress in many books',
    body: ManyProgressUpdate,
    aliases: { isCompleted: 'completed' },
    answer: 'json',
    response: ManyProgress,
  }),
  getProgression: endpoint({
    ...read,
    summary: 'My place in a book as a Readium locator; 204 when there is none',
    params,
    response: StoredLocator,
    mayBeEmpty: true,
    errors: ['NotFound'],
  }),
  saveProgression: endpoint({
    ...write,
    summary: 'Stores my place in a book as a Readium locator',
    params,
    body: Locator,
    answer: 'none',
    status: 204,
    errors: ['NotFound'],
  }),
  recordSessions: endpoint({
    ...write,
    summary: 'Takes reading sessions that a device kept, in any order and however late',
    body: SessionsUpload,
    answer: 'json',
    response: RecordedSessions,
  }),
  listReadingSessions: endpoint({
    ...read,
    summary: 'My reading sessions, the last first',
    query: PageQuery.extend({ bookId: Id.optional() }),
    response: paginated(ReadingSession),
  }),
} as const;
