import { z } from 'zod';
import { Book } from './book.ts';
import { Collection, ReadList } from './lists.ts';
import { Count, Id } from './scalars.ts';
import { Series } from './series.ts';

/** A person or publisher of books. */
export const FoundName = z.object({
  name: z.string(),
  /** Counted up to a limit, see `capped`. */
  bookCount: Count,
  capped: z.boolean(),
});

/** A genre or tag of series. */
export const FoundTerm = z.object({
  id: Id,
  name: z.string(),
  /** Counted up to a limit, see `capped`. */
  seriesCount: Count,
  capped: z.boolean(),
});

function group<Item extends z.ZodType>(item: Item) {
  return z.object({
    items: z.array(item),
    /** Counted up to a limit, see `capped`. */
    total: Count,
    /** Whether there are more than `total`. */
    capped: z.boolean(),
  });
}

/** Search results by kind, best first. Beyond the ranking limit, equal names and prefixes still come first. */
export const SearchResult = z.object({
  query: z.string(),
  series: group(Series),
  books: group(Book),
  people: group(FoundName),
  publishers: group(FoundName),
  genres: group(FoundTerm),
  tags: group(FoundTerm),
  collections: group(Collection),
  readLists: group(ReadList),
});
export type SearchResult = z.infer<typeof SearchResult>;
