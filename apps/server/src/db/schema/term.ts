import type { Generated } from 'kysely';

/** A genre or tag, named by its first spelling. */
export interface TermTable {
  id: string;
  name: string;
  /** By `nameKey`; unique. */
  nameKey: string;
  createdAt: number;
}

/** A genre of a book, from its file or a user. */
export interface BookGenreTable {
  bookId: string;
  genreId: string;
  /** Position among the genres of the book, from 0. */
  position: number;
  /** 1 unless its series has the genre too; triggers maintain it. */
  isBeyond: Generated<number>;
}

/** A genre of a series: those of its live books, unless a user chose others. */
export interface SeriesGenreTable {
  seriesId: string;
  genreId: string;
  /** Position among chosen genres; 0 for genres from books. */
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
