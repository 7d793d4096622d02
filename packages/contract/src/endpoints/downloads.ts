import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { Id } from '../models/scalars.ts';

const params = z.object({ id: Id });

export const downloads = {
  getBookFile: endpoint({
    tag: 'Books',
    summary: 'The file of a book as it is, whole or in parts',
    permission: ['BooksRead'],
    params,
    answer: 'bytes',
    inParts: true,
    errors: ['NotFound', 'ServiceUnavailable'],
  }),
  downloadSeries: endpoint({
    tag: 'Series',
    summary: 'The files of a series in one ZIP, in reading order, its length known before; also needs BooksRead',
    permission: ['SeriesRead'],
    params,
    answer: 'bytes',
    errors: ['NotFound'],
  }),
} as const;
