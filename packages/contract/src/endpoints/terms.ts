import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { CleanedTerms, Genre, Tag } from '../models/metadata.ts';
import { TermName, TermNames } from '../models/metadata-edit.ts';
import { Id } from '../models/scalars.ts';
import { PageQuery, paginated } from '../paging.ts';
import { BOOK_METADATA_WRITE, SERIES_METADATA_WRITE } from '../permissions.ts';

const params = z.object({ id: Id });
const GenreList = z.object({ genres: z.array(Genre) });
const TagList = z.object({ tags: z.array(Tag) });
const GenreNames = z.object({ genres: TermNames });
const TagNames = z.object({ tags: TermNames });
const genreParams = z.object({ id: Id, genreId: Id });
const tagParams = z.object({ id: Id, tagId: Id });
const TermQuery = PageQuery.extend({
  search: z.string().max(500).optional(),
  /** Only terms of this library, with its series counted. */
  libraryId: Id.optional(),
});
const Merge = z.object({ ids: z.array(Id).min(1).max(500) });

const list = { permission: ['SeriesRead'], query: TermQuery, answer: 'json' } as const;
const administer = { permission: ['SystemAdmin'], answer: 'json' } as const;
const gone = { answer: 'none', status: 204, errors: ['NotFound'] } as const;
const read = { params, answer: 'json', errors: ['NotFound'] } as const;
const bookTerms = { ...read, tag: 'Book metadata' } as const;
const seriesTerms = { ...read, tag: 'Series metadata' } as const;
const bookRead = { ...bookTerms, permission: ['BooksRead'] } as const;
const bookWrite = { ...bookTerms, permission: BOOK_METADATA_WRITE } as const;
const seriesRead = { ...seriesTerms, permission: ['SeriesRead'] } as const;
const seriesWrite = { ...seriesTerms, permission: SERIES_METADATA_WRITE } as const;

export const genres = {
  listGenres: endpoint({
    ...list,
    tag: 'Genres',
    summary: 'Genres by name, with how many series have each',
    response: paginated(Genre),
  }),
  renameGenre: endpoint({
    ...administer,
    tag: 'Genres',
    summary: 'Renames a genre everywhere; files that still say the old name mean it too',
    params,
    body: TermName,
    response: Genre,
    errors: ['NotFound', 'Conflict'],
  }),
  mergeGenres: endpoint({
    ...administer,
    tag: 'Genres',
    summary: 'Merges other genres into one; files that still say their names mean it too',
    params,
    body: Merge,
    response: Genre,
    errors: ['NotFound'],
  }),
  deleteGenre: endpoint({
    ...gone,
    tag: 'Genres',
    summary: 'Takes a genre from everything that has it',
    permission: ['SystemAdmin'],
    params,
  }),
  cleanupGenres: endpoint({
    ...administer,
    tag: 'Genres',
    summary: 'Removes genres that nothing has',
    response: CleanedTerms,
  }),
  listBookGenres: endpoint({ ...bookRead, summary: 'Genres of a book', response: GenreList }),
  replaceBookGenres: endpoint({
    ...bookWrite,
    summary: 'Gives a book these genres and locks them',
    body: GenreNames,
    response: GenreList,
  }),
  addBookGenre: endpoint({
    ...bookWrite,
    summary: 'Adds a genre to a book',
    body: TermName,
    response: Genre,
  }),
  removeBookGenre: endpoint({
    ...gone,
    tag: 'Book metadata',
    summary: 'Takes a genre from a book',
    permission: BOOK_METADATA_WRITE,
    params: genreParams,
  }),
  listSeriesGenres: endpoint({ ...seriesRead, summary: 'Genres of a series', response: GenreList }),
  replaceSeriesGenres: endpoint({
    ...seriesWrite,
    summary: 'Gives a series these genres and locks them',
    body: GenreNames,
    response: GenreList,
  }),
  addSeriesGenre: endpoint({
    ...seriesWrite,
    summary: 'Adds a genre to a series',
    body: TermName,
    response: Genre,
  }),
  removeSeriesGenre: endpoint({
    ...gone,
    tag: 'Series metadata',
    summary: 'Takes a genre from a series',
    permission: SERIES_METADATA_WRITE,
    params: genreParams,
  }),
} as const;

export const tags = {
  listTags: endpoint({
    ...list,
    tag: 'Tags',
    summary: 'Tags by name, with how many series have each',
    response: paginated(Tag),
  }),
  renameTag: endpoint({
    ...administer,
    tag: 'Tags',
    summary: 'Renames a tag everywhere; files that still say the old name mean it too',
    params,
    body: TermName,
    response: Tag,
    errors: ['NotFound', 'Conflict'],
  }),
  mergeTags: endpoint({
    ...administer,
    tag: 'Tags',
    summary: 'Merges other tags into one; files that still say their names mean it too',
    params,
    body: Merge,
    response: Tag,
    errors: ['NotFound'],
  }),
  deleteTag: endpoint({
    ...gone,
    tag: 'Tags',
    summary: 'Takes a tag from everything that has it',
    permission: ['SystemAdmin'],
    params,
  }),
  cleanupTags: endpoint({
    ...administer,
    tag: 'Tags',
    summary: 'Removes tags that nothing has',
    response: CleanedTerms,
  }),
  listBookTags: endpoint({ ...bookRead, summary: 'Tags of a book', response: TagList }),
  replaceBookTags: endpoint({
    ...bookWrite,
    summary: 'Gives a book these tags and locks them',
    body: TagNames,
    response: TagList,
  }),
  addBookTag: endpoint({ ...bookWrite, summary: 'Adds a tag to a book', body: TermName, response: Tag }),
  removeBookTag: endpoint({
    ...gone,
    tag: 'Book metadata',
    summary: 'Takes a tag from a book',
    permission: BOOK_METADATA_WRITE,
    params: tagParams,
  }),
  listSeriesTags: endpoint({ ...seriesRead, summary: 'Tags of a series', response: TagList }),
  replaceSeriesTags: endpoint({
    ...seriesWrite,
    summary: 'Gives a series these tags and locks them',
    body: TagNames,
    response: TagList,
  }),
  addSeriesTag: endpoint({ ...seriesWrite, summary: 'Adds a tag to a series', body: TermName, response: Tag }),
  removeSeriesTag: endpoint({
    ...gone,
    tag: 'Series metadata',
    summary: 'Takes a tag from a series',
    permission: SERIES_METADATA_WRITE,
    params: tagParams,
  }),
} as const;
