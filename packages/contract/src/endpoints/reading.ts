import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { Book } from '../models/book.ts';
import { FullBook } from '../models/metadata.ts';
import { ProgressUpdate, ReadProgress } from '../models/progress.ts';
import { Flag, Id } from '../models/scalars.ts';
import { PageQuery, paginated } from '../paging.ts';

const params = z.object({ id: Id });
const READ = ['ProgressRead', 'BooksRead'] as const;
const WRITE = ['ProgressWrite', 'BooksWrite'] as const;

export const reading = {
  getProgress: endpoint({
    tag: 'Progress',
    summary: 'My progress in a book; 204 when there is none',
    permission: READ,
    params,
    answer: 'json',
    response: ReadProgress,
    mayBeEmpty: true,
    errors: ['NotFound'],
  }),
  saveProgress: endpoint({
    tag: 'Progress',
    summary: 'Stores my progress in a book',
    permission: WRITE,
    params,
    body: ProgressUpdate,
    aliases: { isCompleted: 'completed' },
    answer: 'json',
    response: ReadProgress,
    errors: ['NotFound'],
  }),
  deleteProgress: endpoint({
    tag: 'Progress',
    summary: 'Clears my progress in a book',
    permission: WRITE,
    params,
    answer: 'none',
    status: 204,
    errors: ['NotFound'],
  }),
  markBookRead: endpoint({
    tag: 'Progress',
    summary: 'Marks a book read',
    permission: WRITE,
    params,
    answer: 'json',
    response: ReadProgress,
    errors: ['NotFound'],
  }),
  markBookUnread: endpoint({
    tag: 'Progress',
    summary: 'Marks a book unread; how often it was read stays known',
    permission: WRITE,
    params,
    answer: 'none',
    status: 204,
    errors: ['NotFound'],
  }),
  listProgress: endpoint({
    tag: 'Progress',
    summary: 'All my progress, latest first',
    permission: READ,
    query: PageQuery,
    answer: 'json',
    response: paginated(ReadProgress),
  }),
  listCurrentlyReading: endpoint({
    tag: 'Progress',
    summary: 'Books being read, latest first',
    permission: READ,
    query: PageQuery.extend({ libraryId: Id.optional(), seriesId: Id.optional(), full: Flag }),
    answer: 'json',
    response: paginated(Book),
    otherResponse: paginated(FullBook),
  }),
} as const;
