import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { BookError, BookErrorType, RetriedErrors } from '../models/book.ts';
import { Id } from '../models/scalars.ts';

const ErrorTypes = z.array(BookErrorType).min(1).max(BookErrorType.options.length);

const judgement = {
  tag: 'Books',
  permission: ['BooksWrite'],
  params: z.object({ id: Id }),
  body: z.object({ errorTypes: ErrorTypes.optional() }),
  bodyOptional: true,
  answer: 'json',
  response: z.array(BookError),
  errors: ['NotFound'],
} as const;

export const bookErrors = {
  ignoreBookErrors: endpoint({
    ...judgement,
    summary:
      'Ignores errors of a book, all or some types, until its file changes and fails anew; answers all its errors',
  }),
  unignoreBookErrors: endpoint({
    ...judgement,
    summary: 'Has ignored errors of a book, all or some types, count again; answers all its errors',
  }),
  retryBook: endpoint({
    tag: 'Books',
    summary: 'Tries again what failed with a book: all of it, or only errors of these types',
    permission: ['BooksWrite'],
    params: z.object({ id: Id }),
    body: z.object({ errorTypes: ErrorTypes.optional() }),
    bodyOptional: true,
    answer: 'json',
    response: RetriedErrors,
    errors: ['NotFound'],
  }),
  retryAllErrors: endpoint({
    tag: 'Books',
    summary: 'Tries again what failed with every book, or with those of a library, a series, or a type of error',
    permission: ['BooksWrite'],
    body: z.object({
      errorType: BookErrorType.optional(),
      libraryId: Id.optional(),
      seriesId: Id.optional(),
    }),
    bodyOptional: true,
    answer: 'json',
    response: RetriedErrors,
    errors: ['NotFound'],
  }),
} as const;
