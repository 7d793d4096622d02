import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { BookErrorType, RetriedErrors } from '../models/book.ts';
import { Id } from '../models/scalars.ts';

export const bookErrors = {
  retryBook: endpoint({
    tag: 'Books',
    summary: 'Tries again what failed with a book: all of it, or only errors of these types',
    permission: ['BooksWrite'],
    params: z.object({ id: Id }),
    body: z.object({ errorTypes: z.array(BookErrorType).min(1).max(BookErrorType.options.length).optional() }),
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
