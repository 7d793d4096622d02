import type { Ask, Probe } from './probe.ts';

export const ALL: Probe = { list: [{}] };
export const ofLibrary = (more: Omit<Ask, 'params'> = {}): Probe => ({
  about: ({ libraryId }) => [{ params: { id: libraryId }, ...more }],
});
export const ofSeries = (more: Omit<Ask, 'params'> = {}): Probe => ({
  about: ({ seriesId }) => [{ params: { id: seriesId }, ...more }],
});
export const ofBook = (more: Omit<Ask, 'params'> = {}): Probe => ({
  about: ({ bookId }) => [{ params: { id: bookId }, ...more }],
});
export const ofText = (params: Ask['params'] = {}): Probe => ({
  about: ({ textId }) => [{ params: { id: textId, ...params } }],
});
export const ofRelease = (more: Omit<Ask, 'params'> = {}): Probe => ({
  about: ({ releaseId }) => [{ params: { id: releaseId }, ...more }],
});
export const ofTask: Probe = { about: ({ taskId }) => [{ params: { id: taskId } }] };
export const ofBookCover: Probe = {
  about: ({ bookId, bookCoverId }) => [{ params: { id: bookId, coverId: bookCoverId } }],
};
export const ofSeriesCover: Probe = {
  about: ({ seriesId, seriesCoverId }) => [{ params: { id: seriesId, coverId: seriesCoverId } }],
};
/** A name that books of a library credit, in all libraries and in that one. */
export const ofName: Probe = {
  about: ({ libraryId, credited: name }) => [{ query: { name } }, { query: { name, libraryId } }],
};
/** Of a library, else of all: the whole list, and that of what is hidden. */
export const within = (...names: readonly ('libraryId' | 'seriesId')[]): Probe => ({
  about: (subject) => names.map((name) => ({ query: { [name]: subject[name], pageSize: '500' } })),
});
export const ofCollection = (more: Omit<Ask, 'params'> = {}): Probe => ({
  about: ({ collectionId }) => [{ params: { id: collectionId }, ...more }],
});
export const ofReadList = (more: Omit<Ask, 'params'> = {}): Probe => ({
  about: ({ readListId }) => [{ params: { id: readListId }, ...more }],
});
export const ofCollectionCover: Probe = {
  about: ({ collectionId, collectionCoverId }) => [{ params: { id: collectionId, coverId: collectionCoverId } }],
};
export const ofReadListCover: Probe = {
  about: ({ readListId, readListCoverId }) => [{ params: { id: readListId, coverId: readListCoverId } }],
};

/** Why what is hidden has no part in an answer. */
export const ACCOUNT =
  'It is about accounts; the libraries that they name are filtered, which tests/users.test.ts shows';
export const OWN = 'It is about the account that asks';
export const NO_ADMIN = 'Only who administers the server may ask, and sees all';
