import { z } from 'zod';
import { BookAuthorRole } from '../models/book.ts';
import { Flag, Id } from '../models/scalars.ts';
import { PageQuery, SortQuery } from '../paging.ts';

/** Comma-separated names, all of which a row must have, ignoring case. */
const Names = z.string().max(2_000).optional();
const Terms = z.object({ genres: Names, tags: Names });

const Name = z.string().min(1).max(1_000).optional();
/** Names that books credit, ignoring case and accents; a series has those of its books. */
const Credits = z.object({
  person: Name,
  /** What the person does. */
  role: BookAuthorRole.optional(),
  publisher: Name,
  character: Name,
  team: Name,
});

export const SeriesListQuery = PageQuery.extend(SortQuery.shape).extend({
  libraryId: Id.optional(),
  ...Terms.shape,
  ...Credits.shape,
  full: Flag,
});

export const BookListQuery = PageQuery.extend(SortQuery.shape).extend({
  libraryId: Id.optional(),
  seriesId: Id.optional(),
  ...Terms.shape,
  ...Credits.shape,
  includeDeleted: Flag,
  full: Flag,
});
