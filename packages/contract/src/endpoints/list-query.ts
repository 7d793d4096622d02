import { z } from 'zod';
import { Flag, Id } from '../models/scalars.ts';
import { PageQuery, SortQuery } from '../paging.ts';

/** Comma-separated names, all of which a row must have, ignoring case. */
const Names = z.string().max(2_000).optional();
const Terms = z.object({ genres: Names, tags: Names });

export const SeriesListQuery = PageQuery.extend(SortQuery.shape).extend({
  libraryId: Id.optional(),
  ...Terms.shape,
  full: Flag,
});

export const BookListQuery = PageQuery.extend(SortQuery.shape).extend({
  libraryId: Id.optional(),
  seriesId: Id.optional(),
  ...Terms.shape,
  includeDeleted: Flag,
  full: Flag,
});
