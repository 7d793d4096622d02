import type { api } from '@lectern/contract';
import { addTerm, listOwnedTerms, removeOwnedTerm, replaceTerms } from '#core/catalog/metadata/owned-terms.ts';
import { cleanupTerms, listAllTerms, mergeTermsInto, removeTerm, renameTermTo } from '#core/catalog/metadata/terms.ts';
import type { Handler, Handlers } from '../../requests/handler.ts';
import { pageOf } from '../../answers/page-of.ts';

const of = 'genre';

const listGenres: Handler<typeof api.listGenres> = async (ctx, request) => {
  const { rows, total } = await listAllTerms(ctx, request.viewer, of, request.query);
  return pageOf(request, rows, total);
};

const renameGenre: Handler<typeof api.renameGenre> = async (ctx, { viewer, params, body }) =>
  renameTermTo(ctx, viewer, of, { id: params.id, name: body.name });

const mergeGenres: Handler<typeof api.mergeGenres> = async (ctx, { viewer, params, body }) =>
  mergeTermsInto(ctx, viewer, of, { id: params.id, ids: body.ids });

const deleteGenre: Handler<typeof api.deleteGenre> = async (ctx, { viewer, params }) => {
  await removeTerm(ctx, viewer, of, params.id);
  return undefined;
};

const cleanupGenres: Handler<typeof api.cleanupGenres> = async (ctx, { viewer }) => cleanupTerms(ctx, viewer, of);

const listBookGenres: Handler<typeof api.listBookGenres> = async (ctx, { viewer, params }) => ({
  genres: await listOwnedTerms(ctx, viewer, { of, kind: 'book', id: params.id }),
});

const replaceBookGenres: Handler<typeof api.replaceBookGenres> = async (ctx, { viewer, params, body }) => ({
  genres: await replaceTerms(ctx, viewer, { of, kind: 'book', id: params.id }, body.genres),
});

const addBookGenre: Handler<typeof api.addBookGenre> = async (ctx, { viewer, params, body }) =>
  addTerm(ctx, viewer, { of, kind: 'book', id: params.id }, body.name);

const removeBookGenre: Handler<typeof api.removeBookGenre> = async (ctx, { viewer, params }) => {
  await removeOwnedTerm(ctx, viewer, { of, kind: 'book', id: params.id }, params.genreId);
  return undefined;
};

const listSeriesGenres: Handler<typeof api.listSeriesGenres> = async (ctx, { viewer, params }) => ({
  genres: await listOwnedTerms(ctx, viewer, { of, kind: 'series', id: params.id }),
});

const replaceSeriesGenres: Handler<typeof api.replaceSeriesGenres> = async (ctx, { viewer, params, body }) => ({
  genres: await replaceTerms(ctx, viewer, { of, kind: 'series', id: params.id }, body.genres),
});

const addSeriesGenre: Handler<typeof api.addSeriesGenre> = async (ctx, { viewer, params, body }) =>
  addTerm(ctx, viewer, { of, kind: 'series', id: params.id }, body.name);

const removeSeriesGenre: Handler<typeof api.removeSeriesGenre> = async (ctx, { viewer, params }) => {
  await removeOwnedTerm(ctx, viewer, { of, kind: 'series', id: params.id }, params.genreId);
  return undefined;
};

export const genreHandlers = {
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
} satisfies Partial<Handlers>;
