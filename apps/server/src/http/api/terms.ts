import type { api } from '@lectern/contract';
import { addTerm, listOwnedTerms, removeOwnedTerm, replaceTerms } from '#core/catalog/metadata/owned-terms.ts';
import { cleanupTerms, listAllTerms, mergeTermsInto, removeTerm, renameTermTo } from '#core/catalog/metadata/terms.ts';
import type { Handler, Handlers } from '../requests/handler.ts';
import { pageOf } from '../answers/page-of.ts';

const listGenres: Handler<typeof api.listGenres> = async (ctx, request) => {
  const { rows, total } = await listAllTerms(ctx, request.viewer, 'genre', request.query);
  return pageOf(request, rows, total);
};

const renameGenre: Handler<typeof api.renameGenre> = async (ctx, { viewer, params, body }) =>
  renameTermTo(ctx, viewer, 'genre', { id: params.id, name: body.name });

const mergeGenres: Handler<typeof api.mergeGenres> = async (ctx, { viewer, params, body }) =>
  mergeTermsInto(ctx, viewer, 'genre', { id: params.id, ids: body.ids });

const deleteGenre: Handler<typeof api.deleteGenre> = async (ctx, { viewer, params }) => {
  await removeTerm(ctx, viewer, 'genre', params.id);
  return undefined;
};

const cleanupGenres: Handler<typeof api.cleanupGenres> = async (ctx, { viewer }) => cleanupTerms(ctx, viewer, 'genre');

const listBookGenres: Handler<typeof api.listBookGenres> = async (ctx, { viewer, params }) => ({
  genres: await listOwnedTerms(ctx, viewer, { of: 'genre', kind: 'book', id: params.id }),
});

const replaceBookGenres: Handler<typeof api.replaceBookGenres> = async (ctx, { viewer, params, body }) => ({
  genres: await replaceTerms(ctx, viewer, { of: 'genre', kind: 'book', id: params.id }, body.genres),
});

const addBookGenre: Handler<typeof api.addBookGenre> = async (ctx, { viewer, params, body }) =>
  addTerm(ctx, viewer, { of: 'genre', kind: 'book', id: params.id }, body.name);

const removeBookGenre: Handler<typeof api.removeBookGenre> = async (ctx, { viewer, params }) => {
  await removeOwnedTerm(ctx, viewer, { of: 'genre', kind: 'book', id: params.id }, params.genreId);
  return undefined;
};

const listSeriesGenres: Handler<typeof api.listSeriesGenres> = async (ctx, { viewer, params }) => ({
  genres: await listOwnedTerms(ctx, viewer, { of: 'genre', kind: 'series', id: params.id }),
});

const replaceSeriesGenres: Handler<typeof api.replaceSeriesGenres> = async (ctx, { viewer, params, body }) => ({
  genres: await replaceTerms(ctx, viewer, { of: 'genre', kind: 'series', id: params.id }, body.genres),
});

const addSeriesGenre: Handler<typeof api.addSeriesGenre> = async (ctx, { viewer, params, body }) =>
  addTerm(ctx, viewer, { of: 'genre', kind: 'series', id: params.id }, body.name);

const removeSeriesGenre: Handler<typeof api.removeSeriesGenre> = async (ctx, { viewer, params }) => {
  await removeOwnedTerm(ctx, viewer, { of: 'genre', kind: 'series', id: params.id }, params.genreId);
  return undefined;
};

const listTags: Handler<typeof api.listTags> = async (ctx, request) => {
  const { rows, total } = await listAllTerms(ctx, request.viewer, 'tag', request.query);
  return pageOf(request, rows, total);
};

const renameTag: Handler<typeof api.renameTag> = async (ctx, { viewer, params, body }) =>
  renameTermTo(ctx, viewer, 'tag', { id: params.id, name: body.name });

const mergeTags: Handler<typeof api.mergeTags> = async (ctx, { viewer, params, body }) =>
  mergeTermsInto(ctx, viewer, 'tag', { id: params.id, ids: body.ids });

const deleteTag: Handler<typeof api.deleteTag> = async (ctx, { viewer, params }) => {
  await removeTerm(ctx, viewer, 'tag', params.id);
  return undefined;
};

const cleanupTags: Handler<typeof api.cleanupTags> = async (ctx, { viewer }) => cleanupTerms(ctx, viewer, 'tag');

const listBookTags: Handler<typeof api.listBookTags> = async (ctx, { viewer, params }) => ({
  tags: await listOwnedTerms(ctx, viewer, { of: 'tag', kind: 'book', id: params.id }),
});

const replaceBookTags: Handler<typeof api.replaceBookTags> = async (ctx, { viewer, params, body }) => ({
  tags: await replaceTerms(ctx, viewer, { of: 'tag', kind: 'book', id: params.id }, body.tags),
});

const addBookTag: Handler<typeof api.addBookTag> = async (ctx, { viewer, params, body }) =>
  addTerm(ctx, viewer, { of: 'tag', kind: 'book', id: params.id }, body.name);

const removeBookTag: Handler<typeof api.removeBookTag> = async (ctx, { viewer, params }) => {
  await removeOwnedTerm(ctx, viewer, { of: 'tag', kind: 'book', id: params.id }, params.tagId);
  return undefined;
};

const listSeriesTags: Handler<typeof api.listSeriesTags> = async (ctx, { viewer, params }) => ({
  tags: await listOwnedTerms(ctx, viewer, { of: 'tag', kind: 'series', id: params.id }),
});

const replaceSeriesTags: Handler<typeof api.replaceSeriesTags> = async (ctx, { viewer, params, body }) => ({
  tags: await replaceTerms(ctx, viewer, { of: 'tag', kind: 'series', id: params.id }, body.tags),
});

const addSeriesTag: Handler<typeof api.addSeriesTag> = async (ctx, { viewer, params, body }) =>
  addTerm(ctx, viewer, { of: 'tag', kind: 'series', id: params.id }, body.name);

const removeSeriesTag: Handler<typeof api.removeSeriesTag> = async (ctx, { viewer, params }) => {
  await removeOwnedTerm(ctx, viewer, { of: 'tag', kind: 'series', id: params.id }, params.tagId);
  return undefined;
};

/** Genres and tags: of the catalog, of a book and of a series. */
export const termHandlers = {
  listGenres,
  renameGenre,
  mergeGenres,
  deleteGenre,
  cleanupGenres,
  listBookGenres,
  replaceBookGenres,
  addBookGenre,
  removeBookGenre,
  listSeriesGenres,
  replaceSeriesGenres,
  addSeriesGenre,
  removeSeriesGenre,
  listTags,
  renameTag,
  mergeTags,
  deleteTag,
  cleanupTags,
  listBookTags,
  replaceBookTags,
  addBookTag,
  removeBookTag,
  listSeriesTags,
  replaceSeriesTags,
  addSeriesTag,
  removeSeriesTag,
} satisfies Partial<Handlers>;
