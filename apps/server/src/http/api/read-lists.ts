import { removeList } from '#core/catalog/lists/change-list.ts';
import { addMembers, orderMembers, removeMember } from '#core/catalog/lists/change-members.ts';
import { getListCover } from '#core/catalog/lists/list-cover.ts';
import {
  chooseListCover,
  getListCoverImage,
  listPicturesOf,
  removeListCover,
  resetListCover,
  toReadListCover,
  uploadListCover,
} from '#core/catalog/lists/list-covers.ts';
import {
  createReadList,
  getReadListProgress,
  listReadListBooks,
  updateReadList,
} from '#core/catalog/lists/read-lists.ts';
import { getSharedList, listShared, listSharedWith } from '#core/catalog/lists/show-lists.ts';
import { pageOf } from '../answers/page-of.ts';
import type { Handlers } from '../requests/handler.ts';
import { bookPage } from './full-pages.ts';

export const readListHandlers = {
  listReadLists: async (ctx, request) => {
    const { rows, total } = await listShared(ctx, request.viewer, 'readList', request.query);
    return pageOf(request, rows, total);
  },
  createReadList: async (ctx, { viewer, body }) => createReadList(ctx, viewer, body),
  getReadList: async (ctx, { viewer, params: { id } }) => getSharedList(ctx, viewer, { kind: 'readList', id }),
  getReadListProgress: async (ctx, { viewer, params }) => getReadListProgress(ctx, viewer, params.id),
  updateReadList: async (ctx, { viewer, params, body }) => updateReadList(ctx, viewer, params.id, body),
  deleteReadList: async (ctx, { viewer, params }) => {
    await removeList(ctx, viewer, { kind: 'readList', id: params.id });
    return undefined;
  },
  listReadListBooks: async (ctx, request) => {
    const { rows, total } = await listReadListBooks(ctx, request.viewer, request.params.id, request.query);
    return bookPage(ctx, request, { rows, total });
  },
  addReadListBooks: async (ctx, { viewer, params: { id }, body }) => {
    await addMembers(ctx, viewer, { kind: 'readList', id }, body.bookIds);
    return getSharedList(ctx, viewer, { kind: 'readList', id });
  },
  orderReadListBooks: async (ctx, { viewer, params, body }) => {
    await orderMembers(ctx, viewer, { kind: 'readList', id: params.id }, body.bookIds);
    return undefined;
  },
  removeReadListBook: async (ctx, { viewer, params }) => {
    await removeMember(ctx, viewer, { kind: 'readList', id: params.id }, params.bookId);
    return undefined;
  },
  getReadListThumbnail: async (ctx, { viewer, params: { id }, query }) =>
    getListCover(ctx, viewer, { kind: 'readList', id }, query),
  listBookReadLists: async (ctx, request) => {
    const holding = { kind: 'readList', id: request.params.id } as const;
    const { rows, total } = await listSharedWith(ctx, request.viewer, holding, request.query);
    return pageOf(request, rows, total);
  },
  uploadReadListCover: async (ctx, { viewer, params: { id }, body }) => {
    const at = { kind: 'readList', id } as const;
    return toReadListCover(id, await uploadListCover(ctx, viewer, at, { picture: body, isChosen: true }));
  },
  listReadListCovers: async (ctx, { viewer, params: { id } }) => {
    const rows = await listPicturesOf(ctx, viewer, { kind: 'readList', id });
    return { covers: rows.map((row) => toReadListCover(id, row)) };
  },
  selectReadListCover: async (ctx, { viewer, params: { id, coverId } }) =>
    toReadListCover(id, await chooseListCover(ctx, viewer, { kind: 'readList', id }, coverId)),
  resetReadListCover: async (ctx, { viewer, params: { id } }) => {
    await resetListCover(ctx, viewer, { kind: 'readList', id });
  },
  deleteReadListCover: async (ctx, { viewer, params: { id, coverId } }) => {
    await removeListCover(ctx, viewer, { kind: 'readList', id }, coverId);
  },
  getReadListCoverImage: async (ctx, { viewer, params, query }) =>
    getListCoverImage(ctx, viewer, { kind: 'readList', ...params }, query),
} satisfies Partial<Handlers>;
