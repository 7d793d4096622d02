import type { Generated } from 'kysely';

/** A genre or a tag: the first spelling that was seen names it. */
export interface TermTable {
  id: string;
  name: string;
  /** As `nameKey` makes it: unique. */
  nameKey: string;
  createdAt: number;
}

/** A genre of a book, from its file or from a person. */
export interface BookGenreTable {
  bookId: string;
  genreId: string;
  /** Place among the genres of the book, from 0. */
  position: number;
  /** 1 unless its series has the genre too; triggers keep it. */
  isBeyond: Generated<number>;
}

/** A genre of a series: those of its live books, unless a person chose others. */
export interface SeriesGenreTable {
  seriesId: string;
  genreId: string;
  /** Place among the genres that a person chose; 0 for all that come from books. */
  position: number;
}

/** As `BookGenreTable`. */
export interface BookTagTable {
  bookId: string;
  tagId: string;
  position: number;
  isBeyond: Generated<number>;
}

/** As `SeriesGenreTable`. */
export interface SeriesTagTable {
  seriesId: string;
  tagId: string;
  position: number;
}
