import { z } from 'zod';
import { Book } from './book.ts';
import { Count, Id } from './scalars.ts';
import { Series } from './series.ts';

/** A person or publisher whom books name. */
export const FoundName = z.object({ name: z.string(), bookCount: Count });

/** A genre or tag of series. */
export const FoundTerm = z.object({ id: Id, name: z.string(), seriesCount: Count });

function group<Item extends z.ZodType>(item: Item) {
  return z.object({ items: z.array(item), total: Count });
}

/** What a search finds, by kind; each kind best first, with how many there are altogether. */
export const SearchResult = z.object({
  query: z.string(),
  series: group(Series),
  books: group(Book),
  people: group(FoundName),
  publishers: group(FoundName),
  genres: group(FoundTerm),
  tags: group(FoundTerm),
});
export type SearchResult = z.infer<typeof SearchResult>;
