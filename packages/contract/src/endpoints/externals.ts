import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import {
  AlternateTitle,
  BookExternalId,
  BookExternalLink,
  ExternalRating,
  SeriesExternalId,
  SeriesExternalLink,
  SeriesIndexEntry,
} from '../models/metadata.ts';
import {
  AlternateTitleInput,
  ExternalIdInput,
  ExternalLinkInput,
  ExternalRatingInput,
} from '../models/metadata-edit.ts';
import { Id } from '../models/scalars.ts';
import { PageQuery, paginated } from '../paging.ts';
import { BOOK_METADATA_WRITE, SERIES_METADATA_WRITE } from '../permissions.ts';

const params = z.object({ id: Id });
const Source = z.string().trim().toLowerCase().min(1).max(100);

const ofBook = { tag: 'Book metadata', params, answer: 'json', errors: ['NotFound'] } as const;
const ofSeries = { tag: 'Series metadata', params, answer: 'json', errors: ['NotFound'] } as const;
const bookRead = { ...ofBook, permission: ['BooksRead'] } as const;
const bookWrite = { ...ofBook, permission: BOOK_METADATA_WRITE } as const;
const seriesRead = { ...ofSeries, permission: ['SeriesRead'] } as const;
const seriesWrite = { ...ofSeries, permission: SERIES_METADATA_WRITE } as const;
const gone = { answer: 'none', status: 204, errors: ['NotFound'] } as const;
const bookGone = { ...gone, tag: 'Book metadata', permission: BOOK_METADATA_WRITE } as const;
const seriesGone = { ...gone, tag: 'Series metadata', permission: SERIES_METADATA_WRITE } as const;

export const externals = {
  listExternalIndex: endpoint({
    tag: 'Series metadata',
    summary: 'What every series is called at outside catalogues, and how much of it is here, by title',
    permission: ['SeriesRead'],
    query: PageQuery.extend({ libraryId: Id.optional() }),
    answer: 'json',
    response: paginated(SeriesIndexEntry),
  }),
  listBookExternalIds: endpoint({
    ...bookRead,
    summary: 'What a book is called at outside catalogues',
    response: z.object({ externalIds: z.array(BookExternalId) }),
  }),
  putBookExternalId: endpoint({
    ...bookWrite,
    summary: 'Sets what a book is called at one catalogue',
    body: ExternalIdInput,
    response: BookExternalId,
  }),
  deleteBookExternalId: endpoint({
    ...bookGone,
    summary: 'Forgets what a book is called at a catalogue',
    params: z.object({ id: Id, externalIdId: Id }),
  }),
  listBookExternalLinks: endpoint({
    ...bookRead,
    summary: 'Pages about a book elsewhere',
    response: z.object({ links: z.array(BookExternalLink) }),
  }),
  putBookExternalLink: endpoint({
    ...bookWrite,
    summary: 'Sets the page about a book at one source',
    body: ExternalLinkInput,
    response: BookExternalLink,
  }),
  deleteBookExternalLink: endpoint({
    ...bookGone,
    summary: 'Removes the page about a book at a source',
    params: z.object({ id: Id, source: Source }),
  }),
  listSeriesExternalIds: endpoint({
    ...seriesRead,
    summary: 'What a series is called at outside catalogues',
    response: z.object({ externalIds: z.array(SeriesExternalId) }),
  }),
  putSeriesExternalId: endpoint({
    ...seriesWrite,
    summary: 'Sets what a series is called at one catalogue',
    body: ExternalIdInput,
    response: SeriesExternalId,
  }),
  deleteSeriesExternalId: endpoint({
    ...seriesGone,
    summary: 'Forgets what a series is called at a catalogue',
    params: z.object({ id: Id, externalIdId: Id }),
  }),
  listSeriesExternalLinks: endpoint({
    ...seriesRead,
    summary: 'Pages about a series elsewhere',
    response: z.object({ links: z.array(SeriesExternalLink) }),
  }),
  putSeriesExternalLink: endpoint({
    ...seriesWrite,
    summary: 'Sets the page about a series at one source',
    body: ExternalLinkInput,
    response: SeriesExternalLink,
  }),
  deleteSeriesExternalLink: endpoint({
    ...seriesGone,
    summary: 'Removes a page about a series',
    params: z.object({ id: Id, linkId: Id }),
  }),
  listExternalRatings: endpoint({
    ...seriesRead,
    summary: 'What others think of a series',
    response: z.object({ ratings: z.array(ExternalRating) }),
  }),
  putExternalRating: endpoint({
    ...seriesWrite,
    summary: 'Sets what one source thinks of a series',
    body: ExternalRatingInput,
    response: ExternalRating,
  }),
  deleteExternalRating: endpoint({
    ...seriesGone,
    summary: 'Removes what a source thinks of a series',
    params: z.object({ id: Id, source: Source }),
  }),
  listAlternateTitles: endpoint({
    ...seriesRead,
    summary: 'Other titles of a series',
    response: z.object({ titles: z.array(AlternateTitle) }),
  }),
  createAlternateTitle: endpoint({
    ...seriesWrite,
    summary: 'Adds another title to a series',
    body: AlternateTitleInput,
    response: AlternateTitle,
    status: 201,
    errors: ['NotFound', 'Conflict'],
  }),
  updateAlternateTitle: endpoint({
    ...seriesWrite,
    summary: 'Changes another title of a series',
    params: z.object({ id: Id, titleId: Id }),
    body: AlternateTitleInput.partial(),
    response: AlternateTitle,
  }),
  deleteAlternateTitle: endpoint({
    ...seriesGone,
    summary: 'Removes another title of a series',
    params: z.object({ id: Id, titleId: Id }),
  }),
} as const;
