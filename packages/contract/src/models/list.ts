import { z } from 'zod';
import { Book } from './book.ts';
import { WantedItem } from './lists.ts';
import { Count } from './scalars.ts';
import { Series } from './series.ts';

/**
 * Rows of a list by initial letter: lower case without accents, kana by row, hangul by first consonant, Chinese
 * characters as `漢`; `#` without a title.
 */
export const LetterGroup = z.object({ group: z.string(), count: Count });
export type LetterGroup = z.infer<typeof LetterGroup>;

/** Content of a home page. Rows that the caller may not list are empty. */
export const Home = z.object({
  /** Started and unfinished, most recently read first. */
  inProgress: z.array(Book),
  /** The next book of each ongoing series, most recently finished first. */
  onDeck: z.array(Book),
  recentlyAddedBooks: z.array(Book),
  recentlyReadBooks: z.array(Book),
  recentlyAddedSeries: z.array(Series),
  recentlyUpdatedSeries: z.array(Series),
  /** In the caller's own order. */
  wantToRead: z.array(WantedItem),
});
export type Home = z.infer<typeof Home>;
