import { z } from 'zod';
import { endpoint, type Upload } from '../endpoint.ts';
import { BookCover, BookCovers, MAX_COVER_BYTES, SeriesCover, SeriesCovers } from '../models/cover.ts';
import { Id } from '../models/scalars.ts';
import { CoverQuery } from './cover-query.ts';

const params = z.object({ id: Id });
const coverParams = z.object({ id: Id, coverId: Id });
/** An uploaded picture. */
export const COVER_UPLOAD: Upload = {
  accept: 'image/*',
  fields: ['cover', 'file', 'image'],
  maxBytes: MAX_COVER_BYTES,
};

/** Names a source; the description lists other accepted values. */
function sourceBody(description: string) {
  return z.object({ source: z.string().min(1).max(100).meta({ description }) });
}

const bookWrite = { tag: 'Books', permission: ['BooksWrite'], errors: ['NotFound'] } as const;
const seriesWrite = { tag: 'Series', permission: ['SeriesWrite'], errors: ['NotFound'] } as const;

const bookCovers = {
  uploadBookCover: endpoint({
    ...bookWrite,
    summary: 'Adds a picture as cover of a book, chooses it and locks the choice',
    params,
    upload: COVER_UPLOAD,
    answer: 'json',
    response: BookCover,
    status: 201,
    errors: ['NotFound', 'Conflict', 'PayloadTooLarge', 'UnsupportedMediaType'],
  }),
  chooseBookPageCover: endpoint({
    ...bookWrite,
    summary: 'Chooses a page of a book as its cover and locks the choice',
    params,
    body: z.object({ page: z.int().min(1, 'must be 1 or more') }),
    answer: 'json',
    response: BookCover,
    errors: ['NotFound', 'Conflict', 'ServiceUnavailable'],
  }),
  selectBookCoverSource: endpoint({
    ...bookWrite,
    summary: 'Chooses the cover of a book by where it comes from',
    params,
    body: sourceBody('`automatic`, `upload` (the latest), `sidecar`, or `page:` and a page number'),
    answer: 'json',
    response: BookCovers,
    errors: ['NotFound', 'Conflict', 'ServiceUnavailable'],
  }),
  listBookCovers: endpoint({
    tag: 'Books',
    summary: 'Covers that a book can have beside the automatic one',
    permission: ['BooksRead'],
    params,
    answer: 'json',
    response: BookCovers,
    errors: ['NotFound'],
  }),
  selectBookCover: endpoint({
    ...bookWrite,
    summary: 'Chooses a cover of a book and locks the choice',
    params: coverParams,
    answer: 'json',
    response: BookCover,
  }),
  resetBookCover: endpoint({
    ...bookWrite,
    summary: 'Back to the automatic cover of a book; the lock goes, all covers stay',
    params,
    answer: 'none',
    status: 204,
  }),
  deleteBookCover: endpoint({
    ...bookWrite,
    summary: 'Deletes a cover of a book; the automatic one takes over when it was chosen',
    params: coverParams,
    answer: 'none',
    status: 204,
  }),
  getBookCoverImage: endpoint({
    tag: 'Books',
    summary: 'Picture of one cover of a book',
    tokens: 0.1,
    permission: ['BooksRead'],
    params: coverParams,
    query: CoverQuery,
    answer: 'bytes',
    errors: ['NotFound'],
  }),
} as const;

const seriesCovers = {
  uploadSeriesCover: endpoint({
    ...seriesWrite,
    summary: 'Adds a picture as cover of a series, chooses it and locks the choice',
    params,
    upload: COVER_UPLOAD,
    answer: 'json',
    response: SeriesCover,
    status: 201,
    errors: ['NotFound', 'Conflict', 'PayloadTooLarge', 'UnsupportedMediaType'],
  }),
  selectSeriesCoverSource: endpoint({
    ...seriesWrite,
    summary: 'Chooses the cover of a series by where it comes from',
    params,
    body: sourceBody('`automatic`, `upload` (the latest), `sidecar`, or `book:` and the id of a book of the series'),
    answer: 'json',
    response: SeriesCovers,
    errors: ['NotFound', 'Conflict'],
  }),
  listSeriesCovers: endpoint({
    tag: 'Series',
    summary: 'Covers that a series can have beside the automatic one',
    permission: ['SeriesRead'],
    params,
    answer: 'json',
    response: SeriesCovers,
    errors: ['NotFound'],
  }),
  selectSeriesCover: endpoint({
    ...seriesWrite,
    summary: 'Chooses a cover of a series and locks the choice',
    params: coverParams,
    answer: 'json',
    response: SeriesCover,
  }),
  resetSeriesCover: endpoint({
    ...seriesWrite,
    summary: 'Back to the automatic cover of a series; the lock goes, all covers stay',
    params,
    answer: 'none',
    status: 204,
  }),
  deleteSeriesCover: endpoint({
    ...seriesWrite,
    summary: 'Deletes a cover of a series; the automatic one takes over when it was chosen',
    params: coverParams,
    answer: 'none',
    status: 204,
  }),
  getSeriesCoverImage: endpoint({
    tag: 'Series',
    summary: 'Picture of one cover of a series',
    tokens: 0.1,
    permission: ['SeriesRead'],
    params: coverParams,
    query: CoverQuery,
    answer: 'bytes',
    errors: ['NotFound'],
  }),
} as const;

export const covers = { ...bookCovers, ...seriesCovers } as const;
