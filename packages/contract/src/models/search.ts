import { z } from 'zod';
import { Book } from './book.ts';
import { Collection, ReadList } from './lists.ts';
import { Count, Id } from './scalars.ts';
import { Series } from './series.ts';

/** A person or publisher whom books name. */
export const FoundName = z.object({
  name: z.string(),
  /** Of very many only so many, and then `capped` says so. */
  bookCount: Count,
  capped: z.boolean(),
});

/** A genre or tag of series. */
export const FoundTerm = z.object({
  id: Id,
  name: z.string(),
  /** Of very many only so many, and then `capped` says so. */
  seriesCount: Count,
  capped: z.boolean(),
});

function group<Item extends z.ZodType>(item: Item) {
  return z.object({
    items: z.array(item),
    /** How many there are; of very many only so many, and then `capped` says so. */
    total: Count,
    /** Whether there are more than `total`: counting ended there. */
    capped: z.boolean(),
  });
}

/**
 * What a search finds, by kind; each kind best first. Where more is found than is ranked, what is called like the text or begins
 * with it still comes first.
 */
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
