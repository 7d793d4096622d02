import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { RetriedErrors } from '../models/book.ts';
import { Id } from '../models/scalars.ts';
import { QueuedTask } from '../models/task.ts';

const params = z.object({ id: Id });
const task = { answer: 'json', response: QueuedTask, errors: ['NotFound'] } as const;
const MAX_NAMED = 500;
const ids = z.array(Id).min(1).max(MAX_NAMED);
const force = z.boolean().default(false);
const many = { answer: 'json', response: RetriedErrors } as const;

/** Reading book files again, and those never read. */
export const analysis = {
  analyzeUnanalyzedBook: endpoint({
    ...task,
    tag: 'Books',
    summary: 'Analyses a book that waits for it; 400 when it was analysed',
    permission: ['BooksWrite'],
    params,
  }),
  analyzeUnanalyzedSeries: endpoint({
    ...task,
    tag: 'Series',
    summary: 'Analyses the books of a series that wait for it; 400 when none does',
    permission: ['SeriesWrite'],
    params,
  }),
  analyzeLibrary: endpoint({
    ...task,
    tag: 'Libraries',
    summary: 'Analyses every book of a library again',
    permission: ['LibrariesWrite'],
    params,
  }),
  analyzeUnanalyzedLibrary: endpoint({
    ...task,
    tag: 'Libraries',
    summary: 'Analyses the books of a library that wait for it; 400 when none does',
    permission: ['LibrariesWrite'],
    params,
  }),
  analyzeManyBooks: endpoint({
    ...many,
    tag: 'Books',
    summary: 'Analyses those of some books that wait for it, or all of them (`force`); unknown ones are passed over',
    permission: ['BooksWrite'],
    body: z.object({ bookIds: ids, force }),
  }),
  analyzeManySeries: endpoint({
    ...many,
    tag: 'Series',
    summary: 'Analyses those books of some series that wait for it, or all (`force`); unknown series are passed over',
    permission: ['SeriesWrite'],
    body: z.object({ seriesIds: ids, force }),
  }),
} as const;
