import { z } from 'zod';
import { Flag, Id } from '../models/scalars.ts';
import { PageQuery, SortQuery } from '../paging.ts';

/** Names, separated by commas: rows that have all of them, in whatever case. */
const Names = z.string().max(2_000).optional();
const Terms = z.object({ genres: Names, tags: Names });

/** Query of every sorted list of series. */
export const SeriesListQuery = PageQuery.extend(SortQuery.shape).extend({
  libraryId: Id.optional(),
  ...Terms.shape,
  full: Flag,
});

/** Query of every sorted list of books. */
export const BookListQuery = PageQuery.extend(SortQuery.shape).extend({
  libraryId: Id.optional(),
  seriesId: Id.optional(),
  ...Terms.shape,
  includeDeleted: Flag,
  full: Flag,
});
