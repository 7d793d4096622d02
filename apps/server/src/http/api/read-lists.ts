import { removeList } from '#core/catalog/lists/change-list.ts';
import { addMembers, orderMembers, removeMember } from '#core/catalog/lists/change-members.ts';
import { getListCover } from '#core/catalog/lists/list-cover.ts';
import {
  createReadList,
  getReadListProgress,
  listReadListBooks,
  updateReadList,
} from '#core/catalog/lists/read-lists.ts';
import { getSharedList, listShared, listSharedWith } from '#core/catalog/lists/show-lists.ts';
import { toPage } from '../answers/to-page.ts';
import type { Handlers } from '../requests/handler.ts';
import { bookPage } from './full-pages.ts';

export const readListHandlers = {
  listReadLists: async (ctx, request) =>
    toPage(request, await listShared(ctx, request.viewer, 'readList', request.query)),
  createReadList: async (ctx, { viewer, body }) => createReadList(ctx, viewer, body),
  getReadList: async (ctx, { viewer, params: { id } }) => getSharedList(ctx, viewer, { kind: 'readList', id }),
  getReadListProgress: async (ctx, { viewer, params }) => getReadListProgress(ctx, viewer, params.id),
  updateReadList: async (ctx, { viewer, params, body }) => updateReadList(ctx, viewer, params.id, body),
  deleteReadList: async (ctx, { viewer, params }) => removeList(ctx, viewer, { kind: 'readList', id: params.id }),
  listReadListBooks: async (ctx, request) => {
    const { viewer, params, query } = request;
    return bookPage(ctx, request, await listReadListBooks(ctx, viewer, params.id, query));
  },
  addReadListBooks: async (ctx, { viewer, params: { id }, body }) => {
    await addMembers(ctx, viewer, { kind: 'readList', id }, body.bookIds);
    return getSharedList(ctx, viewer, { kind: 'readList', id });
  },
  orderReadListBooks: async (ctx, { viewer, params, body }) =>
    orderMembers(ctx, viewer, { kind: 'readList', id: params.id }, body.bookIds),
  removeReadListBook: async (ctx, { viewer, params }) =>
    removeMember(ctx, viewer, { kind: 'readList', id: params.id }, params.bookId),
  getReadListThumbnail: async (ctx, { viewer, params: { id }, query }) =>
    getListCover(ctx, viewer, { kind: 'readList', id }, query),
  listBookReadLists: async (ctx, request) => {
    const { viewer, params, query } = request;
    const holding = { kind: 'readList', id: params.id } as const;
    return toPage(request, await listSharedWith(ctx, viewer, holding, query));
  },
} satisfies Partial<Handlers>;
