import type { api } from '@lectern/contract';
import type { Context } from '#context/context.ts';
import {
  addTerm,
  listOwnedTerms,
  type OwnedTerms,
  removeOwnedTerm,
  replaceTerms,
} from '#core/catalog/metadata/owned-terms.ts';
import { cleanupTerms, listAllTerms, mergeTermsInto, removeTerm, renameTermTo } from '#core/catalog/metadata/terms.ts';
import { toPage } from '../answers/to-page.ts';
import type { HandlerRequest, Handlers } from '../requests/handler.ts';

type OfTerms<Name extends keyof typeof api> = HandlerRequest<(typeof api)[Name]>;

/** The handlers that genres and tags of the catalog share. */
function makeTermHandlers(of: OwnedTerms['of']) {
  return {
    list: async (ctx: Context, request: OfTerms<'listGenres' | 'listTags'>) =>
      toPage(request, await listAllTerms(ctx, request.viewer, of, request.query)),
    rename: async (ctx: Context, { viewer, params, body }: OfTerms<'renameGenre' | 'renameTag'>) =>
      renameTermTo(ctx, viewer, of, { id: params.id, name: body.name }),
    merge: async (ctx: Context, { viewer, params, body }: OfTerms<'mergeGenres' | 'mergeTags'>) =>
      mergeTermsInto(ctx, viewer, of, { id: params.id, ids: body.ids }),
    remove: async (ctx: Context, { viewer, params }: OfTerms<'deleteGenre' | 'deleteTag'>) =>
      removeTerm(ctx, viewer, of, params.id),
    cleanUp: async (ctx: Context, { viewer }: OfTerms<'cleanupGenres' | 'cleanupTags'>) =>
      cleanupTerms(ctx, viewer, of),
  };
}

const genres = makeTermHandlers('genre');
const tags = makeTermHandlers('tag');

const makeOwnedGenres = (kind: OwnedTerms['kind'], id: string): OwnedTerms => ({ of: 'genre', kind, id });
const makeOwnedTags = (kind: OwnedTerms['kind'], id: string): OwnedTerms => ({ of: 'tag', kind, id });

/** Genres and tags: of the catalog, of a book and of a series. */
export const termHandlers = {
  listGenres: genres.list,
  renameGenre: genres.rename,
  mergeGenres: genres.merge,
  deleteGenre: genres.remove,
  cleanupGenres: genres.cleanUp,
  listTags: tags.list,
  renameTag: tags.rename,
  mergeTags: tags.merge,
  deleteTag: tags.remove,
  cleanupTags: tags.cleanUp,

  listBookGenres: async (ctx, { viewer, params }) => ({
    genres: await listOwnedTerms(ctx, viewer, makeOwnedGenres('book', params.id)),
  }),
  replaceBookGenres: async (ctx, { viewer, params, body }) => ({
    genres: await replaceTerms(ctx, viewer, makeOwnedGenres('book', params.id), body.genres),
  }),
  addBookGenre: async (ctx, { viewer, params, body }) =>
    addTerm(ctx, viewer, makeOwnedGenres('book', params.id), body.name),
  removeBookGenre: async (ctx, { viewer, params }) =>
    removeOwnedTerm(ctx, viewer, makeOwnedGenres('book', params.id), params.genreId),

  listSeriesGenres: async (ctx, { viewer, params }) => ({
    genres: await listOwnedTerms(ctx, viewer, makeOwnedGenres('series', params.id)),
  }),
  replaceSeriesGenres: async (ctx, { viewer, params, body }) => ({
    genres: await replaceTerms(ctx, viewer, makeOwnedGenres('series', params.id), body.genres),
  }),
  addSeriesGenre: async (ctx, { viewer, params, body }) =>
    addTerm(ctx, viewer, makeOwnedGenres('series', params.id), body.name),
  removeSeriesGenre: async (ctx, { viewer, params }) =>
    removeOwnedTerm(ctx, viewer, makeOwnedGenres('series', params.id), params.genreId),

  listBookTags: async (ctx, { viewer, params }) => ({
    tags: await listOwnedTerms(ctx, viewer, makeOwnedTags('book', params.id)),
  }),
  replaceBookTags: async (ctx, { viewer, params, body }) => ({
    tags: await replaceTerms(ctx, viewer, makeOwnedTags('book', params.id), body.tags),
  }),
  addBookTag: async (ctx, { viewer, params, body }) =>
    addTerm(ctx, viewer, makeOwnedTags('book', params.id), body.name),
  removeBookTag: async (ctx, { viewer, params }) =>
    removeOwnedTerm(ctx, viewer, makeOwnedTags('book', params.id), params.tagId),

  listSeriesTags: async (ctx, { viewer, params }) => ({
    tags: await listOwnedTerms(ctx, viewer, makeOwnedTags('series', params.id)),
  }),
  replaceSeriesTags: async (ctx, { viewer, params, body }) => ({
    tags: await replaceTerms(ctx, viewer, makeOwnedTags('series', params.id), body.tags),
  }),
  addSeriesTag: async (ctx, { viewer, params, body }) =>
    addTerm(ctx, viewer, makeOwnedTags('series', params.id), body.name),
  removeSeriesTag: async (ctx, { viewer, params }) =>
    removeOwnedTerm(ctx, viewer, makeOwnedTags('series', params.id), params.tagId),
} satisfies Partial<Handlers>;
