import type { RouteName } from '@lectern/contract';
import type { Ask, Probe, Subject } from './probe.ts';

type More = Omit<Ask, 'params'> & { readonly params?: Readonly<Record<string, string>> };

/** An id that nothing has. */
const NOTHING = '0192f0c1-0000-7000-8000-00000000abcd';
const NO_ADMIN = 'Only who administers the server may change what all have in common, and sees all';

const of =
  (name: 'bookId' | 'seriesId') =>
  ({ params = {}, ...more }: More = {}): Probe => ({
    about: (subject: Subject) => [{ params: { id: subject[name], ...params }, ...more }],
  });
const ofBook = of('bookId');
const ofSeries = of('seriesId');
const many = (body: object): { readonly books: Probe; readonly series: Probe } => ({
  books: { about: ({ bookId, textId }) => [{ body: { ...body, bookIds: [bookId, textId] } }] },
  series: { about: ({ seriesId }) => [{ body: { ...body, seriesIds: [seriesId] } }] },
});
const link = { body: { sourceName: 'somewhere', url: 'https://example.com/1' } };
const id = { body: { source: 'somewhere', externalId: '1' } };
const edited = many({ publisher: 'Publisher' });
const genred = many({ add: ['Genre'] });
const tagged = many({ add: ['Tag'] });
const reset = many({});

/** Routes of metadata, genres, tags and the journal. */
export const METADATA_PROBES = {
  patchBook: ofBook({ body: { title: 'Title' } }),
  getBookMetadata: ofBook({ query: { sources: 'true' } }),
  replaceBookMetadata: ofBook({ body: { summary: 'Summary' } }),
  updateBookMetadata: ofBook({ body: { summary: 'Another' } }),
  deleteBookMetadata: ofBook(),
  resetBookMetadata: ofBook(),
  getBookLocks: ofBook(),
  updateBookLocks: ofBook({ body: { yearLock: true } }),
  patchSeries: ofSeries({ body: { title: 'Title' } }),
  getSeriesMetadata: ofSeries({ query: { sources: 'true' } }),
  replaceSeriesMetadata: ofSeries({ body: { summary: 'Summary' } }),
  updateSeriesMetadata: ofSeries({ body: { summary: 'Another' } }),
  deleteSeriesMetadata: ofSeries(),
  resetSeriesMetadata: ofSeries(),
  getSeriesLocks: ofSeries(),
  updateSeriesLocks: ofSeries({ body: { year: true } }),

  listGenres: { list: [{}] },
  cleanupGenres: { apart: NO_ADMIN },
  renameGenre: { apart: NO_ADMIN },
  mergeGenres: { apart: NO_ADMIN },
  deleteGenre: { apart: NO_ADMIN },
  listBookGenres: ofBook(),
  replaceBookGenres: ofBook({ body: { genres: ['Genre'] } }),
  addBookGenre: ofBook({ body: { name: 'Genre' } }),
  removeBookGenre: ofBook({ params: { genreId: NOTHING } }),
  listSeriesGenres: ofSeries(),
  replaceSeriesGenres: ofSeries({ body: { genres: ['Genre'] } }),
  addSeriesGenre: ofSeries({ body: { name: 'Genre' } }),
  removeSeriesGenre: ofSeries({ params: { genreId: NOTHING } }),

  listTags: { list: [{}] },
  cleanupTags: { apart: NO_ADMIN },
  renameTag: { apart: NO_ADMIN },
  mergeTags: { apart: NO_ADMIN },
  deleteTag: { apart: NO_ADMIN },
  listBookTags: ofBook(),
  replaceBookTags: ofBook({ body: { tags: ['Tag'] } }),
  addBookTag: ofBook({ body: { name: 'Tag' } }),
  removeBookTag: ofBook({ params: { tagId: NOTHING } }),
  listSeriesTags: ofSeries(),
  replaceSeriesTags: ofSeries({ body: { tags: ['Tag'] } }),
  addSeriesTag: ofSeries({ body: { name: 'Tag' } }),
  removeSeriesTag: ofSeries({ params: { tagId: NOTHING } }),

  listAccessGroups: { apart: NO_ADMIN },
  createAccessGroup: { apart: NO_ADMIN },
  getAccessGroup: { apart: NO_ADMIN },
  updateAccessGroup: { apart: NO_ADMIN },
  deleteAccessGroup: { apart: NO_ADMIN },
  setAccessGroupGrant: { apart: NO_ADMIN },
  removeAccessGroupGrant: { apart: NO_ADMIN },
  addAccessGroupMembers: { apart: NO_ADMIN },
  removeAccessGroupMember: { apart: NO_ADMIN },
  addAccessGroupMapping: { apart: NO_ADMIN },
  removeAccessGroupMapping: { apart: NO_ADMIN },
  listUserAccessGroups: { apart: NO_ADMIN },
  getEffectiveGrants: { apart: NO_ADMIN },
  listSharingTags: { apart: NO_ADMIN },
  createSharingTag: { apart: NO_ADMIN },
  getSharingTag: { apart: NO_ADMIN },
  updateSharingTag: { apart: NO_ADMIN },
  deleteSharingTag: { apart: NO_ADMIN },
  listSeriesSharingTags: { apart: NO_ADMIN },
  replaceSeriesSharingTags: { apart: NO_ADMIN },
  addSeriesSharingTag: { apart: NO_ADMIN },
  removeSeriesSharingTag: { apart: NO_ADMIN },
  listUserSharingTags: { apart: NO_ADMIN },
  setUserSharingTag: { apart: NO_ADMIN },
  removeUserSharingTag: { apart: NO_ADMIN },
  listOwnSharingTags: { apart: 'It is about the account that asks' },

  listBookExternalIds: ofBook(),
  putBookExternalId: ofBook(id),
  deleteBookExternalId: ofBook({ params: { externalIdId: NOTHING } }),
  listBookExternalLinks: ofBook(),
  putBookExternalLink: ofBook(link),
  deleteBookExternalLink: ofBook({ params: { source: 'somewhere' } }),
  listSeriesExternalIds: ofSeries(),
  putSeriesExternalId: ofSeries(id),
  deleteSeriesExternalId: ofSeries({ params: { externalIdId: NOTHING } }),
  listSeriesExternalLinks: ofSeries(),
  putSeriesExternalLink: ofSeries(link),
  deleteSeriesExternalLink: ofSeries({ params: { linkId: NOTHING } }),
  listExternalRatings: ofSeries(),
  putExternalRating: ofSeries({ body: { sourceName: 'somewhere', rating: 50 } }),
  deleteExternalRating: ofSeries({ params: { source: 'somewhere' } }),
  listAlternateTitles: ofSeries(),
  createAlternateTitle: ofSeries({ body: { label: 'Original', title: 'Title' } }),
  updateAlternateTitle: ofSeries({ params: { titleId: NOTHING }, body: { title: 'Title' } }),
  deleteAlternateTitle: ofSeries({ params: { titleId: NOTHING } }),

  editManyBooks: many({ values: { year: 2001 }, reset: ['summary'] }).books,
  updateManyBooks: edited.books,
  lockManyBooks: many({ yearLock: true }).books,
  resetManyBooks: reset.books,
  genreManyBooks: genred.books,
  tagManyBooks: tagged.books,
  editManySeries: many({ values: { year: 2001 }, reset: ['summary'] }).series,
  updateManySeries: edited.series,
  lockManySeries: many({ year: true }).series,
  resetManySeries: reset.series,
  genreManySeries: genred.series,
  tagManySeries: tagged.series,

  listMetadataActions: { list: [{}] },
  getMetadataAction: { about: ({ actionId }) => [{ params: { id: actionId } }] },
  undoMetadataAction: { about: ({ actionId }) => [{ params: { id: actionId } }] },
} as const satisfies Partial<Record<RouteName, Probe>>;
