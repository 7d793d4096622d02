import type { api } from '@lectern/contract';
import { addTerm, listOwnedTerms, removeOwnedTerm, replaceTerms } from '#core/catalog/metadata/owned-terms.ts';
import { cleanupTerms, listAllTerms, mergeTermsInto, removeTerm, renameTermTo } from '#core/catalog/metadata/terms.ts';
import type { Handler, Handlers } from '../../requests/handler.ts';
import { pageOf } from '../../answers/page-of.ts';

const of = 'tag';

const listTags: Handler<typeof api.listTags> = async (ctx, request) => {
  const { rows, total } = await listAllTerms(ctx, request.viewer, of, request.query);
  return pageOf(request, rows, total);
};

const renameTag: Handler<typeof api.renameTag> = async (ctx, { viewer, params, body }) =>
  renameTermTo(ctx, viewer, of, { id: params.id, name: body.name });

const mergeTags: Handler<typeof api.mergeTags> = async (ctx, { viewer, params, body }) =>
  mergeTermsInto(ctx, viewer, of, { id: params.id, ids: body.ids });

const deleteTag: Handler<typeof api.deleteTag> = async (ctx, { viewer, params }) => {
  await removeTerm(ctx, viewer, of, params.id);
  return undefined;
};

const cleanupTags: Handler<typeof api.cleanupTags> = async (ctx, { viewer }) => cleanupTerms(ctx, viewer, of);

const listBookTags: Handler<typeof api.listBookTags> = async (ctx, { viewer, params }) => ({
  tags: await listOwnedTerms(ctx, viewer, { of, kind: 'book', id: params.id }),
});

const replaceBookTags: Handler<typeof api.replaceBookTags> = async (ctx, { viewer, params, body }) => ({
  tags: await replaceTerms(ctx, viewer, { of, kind: 'book', id: params.id }, body.tags),
});

const addBookTag: Handler<typeof api.addBookTag> = async (ctx, { viewer, params, body }) =>
  addTerm(ctx, viewer, { of, kind: 'book', id: params.id }, body.name);

const removeBookTag: Handler<typeof api.removeBookTag> = async (ctx, { viewer, params }) => {
  await removeOwnedTerm(ctx, viewer, { of, kind: 'book', id: params.id }, params.tagId);
  return undefined;
};

const listSeriesTags: Handler<typeof api.listSeriesTags> = async (ctx, { viewer, params }) => ({
  tags: await listOwnedTerms(ctx, viewer, { of, kind: 'series', id: params.id }),
});

const replaceSeriesTags: Handler<typeof api.replaceSeriesTags> = async (ctx, { viewer, params, body }) => ({
  tags: await replaceTerms(ctx, viewer, { of, kind: 'series', id: params.id }, body.tags),
});

const addSeriesTag: Handler<typeof api.addSeriesTag> = async (ctx, { viewer, params, body }) =>
  addTerm(ctx, viewer, { of, kind: 'series', id: params.id }, body.name);

const removeSeriesTag: Handler<typeof api.removeSeriesTag> = async (ctx, { viewer, params }) => {
  await removeOwnedTerm(ctx, viewer, { of, kind: 'series', id: params.id }, params.tagId);
  return undefined;
};

export const tagHandlers = {
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
