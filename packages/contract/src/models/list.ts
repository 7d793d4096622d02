import { z } from 'zod';
import { Book } from './book.ts';
import { WantedItem } from './lists.ts';
import { Count } from './scalars.ts';
import { Series } from './series.ts';

/**
 * How many rows of a list begin with a letter: folded to lower case without accents, kana to the first of their row, hangul to
 * their first consonant, every Chinese character to `漢`; `#` for what has no title.
 */
export const LetterGroup = z.object({ group: z.string(), count: Count });
export type LetterGroup = z.infer<typeof LetterGroup>;

/** Everything that a home page shows. What the caller may not list stays empty. */
export const Home = z.object({
  /** Begun and not finished, latest reading first. */
  inProgress: z.array(Book),
  /** The next book of each series that goes on, latest finished first. */
  onDeck: z.array(Book),
  recentlyAddedBooks: z.array(Book),
  recentlyReadBooks: z.array(Book),
  recentlyAddedSeries: z.array(Series),
  recentlyUpdatedSeries: z.array(Series),
  /** In the order that the caller chose for what they want to read. */
  wantToRead: z.array(WantedItem),
});
export type Home = z.infer<typeof Home>;
