import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { DuplicateGroups, DuplicateMatchType, DuplicateScan, DuplicateSeriesGroups } from '../models/duplicate.ts';
import { Flag, Id } from '../models/scalars.ts';
import { PageQuery } from '../paging.ts';

const params = z.object({ id: Id });
const DuplicateQuery = PageQuery.extend({ includeDismissed: Flag });

export const duplicates = {
  listDuplicates: endpoint({
    tag: 'Duplicates',
    summary: 'Groups of books whose files are the same, the largest first',
    permission: ['BooksRead'],
    query: DuplicateQuery,
    answer: 'json',
    response: DuplicateGroups,
  }),
  scanDuplicates: endpoint({
    tag: 'Duplicates',
    summary: 'Computes missing checksums, checks the files of every group, and compares series',
    permission: ['BooksWrite'],
    answer: 'json',
    response: DuplicateScan,
    errors: ['Conflict'],
  }),
  dismissDuplicate: endpoint({
    tag: 'Duplicates',
    summary: 'Hides a group until its books are others',
    permission: ['BooksWrite'],
    params,
    answer: 'none',
    status: 204,
    errors: ['NotFound'],
  }),
  listDuplicateSeries: endpoint({
    tag: 'Duplicates',
    summary: 'Groups of series that have the same title in one library, or the same number at an outside catalogue',
    permission: ['SeriesRead'],
    query: DuplicateQuery.extend({ matchType: DuplicateMatchType.optional() }),
    answer: 'json',
    response: DuplicateSeriesGroups,
  }),
  dismissDuplicateSeries: endpoint({
    tag: 'Duplicates',
    summary: 'Hides a group until its series are others',
    permission: ['SeriesWrite'],
    params,
    answer: 'none',
    status: 204,
    errors: ['NotFound'],
  }),
} as const;
