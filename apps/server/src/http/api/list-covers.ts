import type { CollectionCover, ReadListCover } from '@lectern/contract';
import type { Context } from '#context/context.ts';
import {
  chooseListCover,
  getListCoverImage,
  listUploads,
  removeListCover,
  resetListCover,
  toCollectionCover,
  toReadListCover,
  uploadListCover,
} from '#core/catalog/lists/list-covers.ts';
import type { CoverRequest } from '#core/catalog/covers/cover-picture.ts';
import type { Viewer } from '#core/viewer.ts';
import type { Handlers } from '../requests/handler.ts';

interface OfList<Params = unknown> {
  readonly viewer: Viewer;
  readonly params: { readonly id: string } & Params;
}

type OfCover = OfList<{ readonly coverId: string }>;

/** The handlers of covers that collections and read lists share. */
function makeCoverHandlers<Cover>(
  kind: 'collection' | 'readList',
  toCover: (listId: string, row: Awaited<ReturnType<typeof uploadListCover>>) => Cover,
) {
  return {
    upload: async (ctx: Context, { viewer, params: { id }, body }: OfList & { readonly body: Buffer }) =>
      toCover(id, await uploadListCover(ctx, viewer, { kind, id }, { picture: body, isChosen: true })),
    list: async (ctx: Context, { viewer, params: { id } }: OfList) => {
      const rows = await listUploads(ctx, viewer, { kind, id });
      return { covers: rows.map((row) => toCover(id, row)) };
    },
    select: async (ctx: Context, { viewer, params: { id, coverId } }: OfCover) =>
      toCover(id, await chooseListCover(ctx, viewer, { kind, id }, coverId)),
    reset: async (ctx: Context, { viewer, params: { id } }: OfList) => resetListCover(ctx, viewer, { kind, id }),
    remove: async (ctx: Context, { viewer, params: { id, coverId } }: OfCover) =>
      removeListCover(ctx, viewer, { kind, id }, coverId),
    getImage: async (ctx: Context, { viewer, params, query }: OfCover & { readonly query: CoverRequest }) =>
      getListCoverImage(ctx, viewer, { kind, ...params }, query),
  };
}

const collection = makeCoverHandlers<CollectionCover>('collection', toCollectionCover);
const readList = makeCoverHandlers<ReadListCover>('readList', toReadListCover);

export const listCoverHandlers = {
  uploadCollectionCover: collection.upload,
  listCollectionCovers: collection.list,
  selectCollectionCover: collection.select,
  resetCollectionCover: collection.reset,
  deleteCollectionCover: collection.remove,
  getCollectionCoverImage: collection.getImage,
  uploadReadListCover: readList.upload,
  listReadListCovers: readList.list,
  selectReadListCover: readList.select,
  resetReadListCover: readList.reset,
  deleteReadListCover: readList.remove,
  getReadListCoverImage: readList.getImage,
} satisfies Partial<Handlers>;
