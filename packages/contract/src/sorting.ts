/** Sort fields of books: every accepted spelling, by column. */
export const BOOK_SORT_FIELDS = {
  title: 'title',
  number: 'number',
  chapter_number: 'number',
  series: 'series',
  file_size: 'fileSize',
  page_count: 'pageCount',
  created_at: 'createdAt',
  date_added: 'createdAt',
  modified_at: 'updatedAt',
  release_date: 'releaseDate',
  filename: 'fileName',
  last_read: 'lastRead',
  read_date: 'lastRead',
  relevance: 'relevance',
  score: 'relevance',
} as const;
export type BookSort = (typeof BOOK_SORT_FIELDS)[keyof typeof BOOK_SORT_FIELDS];

/** The same for lists of series. */
export const SERIES_SORT_FIELDS = {
  name: 'title',
  title: 'title',
  date_added: 'createdAt',
  created_at: 'createdAt',
  date_updated: 'updatedAt',
  updated_at: 'updatedAt',
  release_date: 'year',
  year: 'year',
  date_read: 'lastRead',
  book_count: 'bookCount',
  file_size: 'fileSize',
  filename: 'path',
  page_count: 'pageCount',
  rating: 'userRating',
  user_rating: 'userRating',
  community_rating: 'communityRating',
  avg_rating: 'communityRating',
  external_rating: 'externalRating',
  relevance: 'relevance',
  score: 'relevance',
} as const;
export type SeriesSort = (typeof SERIES_SORT_FIELDS)[keyof typeof SERIES_SORT_FIELDS];
