import { api, type Endpoint } from '@lectern/contract';
import { AppError } from '#core/errors.ts';
import type { FileAnswer } from '#core/file-answer.ts';
import { getCollectionCover, getReadListCover } from '#core/lists/list-cover.ts';
import {
  chooseListCover,
  getListCoverImage,
  listCoversOfList,
  removeListCover,
  resetListCover,
  toCoverOnList,
  uploadListCover,
} from '#core/lists/list-covers.ts';
import type { Context } from '../../context.ts';
import { type DoorRequest, type DoorRoute, viewerOf } from '../door.ts';
import type { UploadedFile } from '../requests/read-upload.ts';
import { ACCEPTED, json } from './answer.ts';
import { byId, idOf } from './paths.ts';
import { coverIdOf, isToBeChosen, ofCover, toThumbnail, Uploaded } from './thumbnails.ts';

/** Where the covers of a kind of list are, and who may do what with them. */
interface ListCovers {
  readonly kind: 'collection' | 'readList';
  readonly root: string;
  readonly read: Endpoint['permission'];
  readonly write: Endpoint['permission'];
}

const COLLECTIONS: ListCovers = {
  kind: 'collection',
  root: '/api/v1/collections/{id}/thumbnails',
  read: api.getCollection.permission,
  write: api.updateCollection.permission,
};
const READ_LISTS: ListCovers = {
  kind: 'readList',
  root: '/api/v1/readlists/{id}/thumbnails',
  read: api.getReadList.permission,
  write: api.updateReadList.permission,
};

function listOwner({ kind }: ListCovers, id: string): Readonly<Record<string, string>> {
  return kind === 'collection' ? { collectionId: id } : { readListId: id };
}

async function listPicture(ctx: Context, request: DoorRequest, { kind }: ListCovers): Promise<FileAnswer> {
  const [viewer, id, coverId] = [viewerOf(request), idOf(request), coverIdOf(request)];
  if (coverId !== id) return getListCoverImage(ctx, viewer, { kind, id, coverId }, { format: 'jpeg' });
  const automatic = { format: 'jpeg', source: 'automatic' } as const;
  return kind === 'collection'
    ? getCollectionCover(ctx, viewer, id, automatic)
    : getReadListCover(ctx, viewer, id, automatic);
}

function reading(covers: ListCovers): readonly DoorRoute[] {
  const { kind, root, read: permission } = covers;
  return [
    {
      method: 'GET',
      path: root,
      endpoint: { permission, params: byId },
      answer: async (ctx, request) => {
        const id = idOf(request);
        const all = await listCoversOfList(ctx, viewerOf(request), { kind, id });
        return json(all.map((cover) => toThumbnail(listOwner(covers, id), cover)));
      },
    },
    {
      method: 'GET',
      path: `${root}/{coverId}`,
      endpoint: { permission, params: ofCover, tokens: 0.1 },
      answer: async (ctx, request) => listPicture(ctx, request, covers),
    },
  ];
}

function writing(covers: ListCovers): readonly DoorRoute[] {
  const { kind, root, write: permission } = covers;
  return [
    {
      method: 'POST',
      path: root,
      endpoint: { permission, params: byId, query: Uploaded, upload: api.uploadSeriesCover.upload },
      answer: async (ctx, request) => {
        const id = idOf(request);
        const file = request.body as UploadedFile;
        const wanted = { picture: file.bytes, isChosen: isToBeChosen(request, file) };
        const cover = await uploadListCover(ctx, viewerOf(request), { kind, id }, wanted);
        return json(toThumbnail(listOwner(covers, id), toCoverOnList(cover)));
      },
    },
    {
      method: 'PUT',
      path: `${root}/{coverId}/selected`,
      endpoint: { permission, params: ofCover },
      answer: async (ctx, request) => {
        const [viewer, id, coverId] = [viewerOf(request), idOf(request), coverIdOf(request)];
        if (coverId === id) await resetListCover(ctx, viewer, { kind, id });
        else await chooseListCover(ctx, viewer, { kind, id }, coverId);
        return ACCEPTED;
      },
    },
    {
      method: 'DELETE',
      path: `${root}/{coverId}`,
      endpoint: { permission, params: ofCover },
      answer: async (ctx, request) => {
        const [id, coverId] = [idOf(request), coverIdOf(request)];
        const viewer = viewerOf(request);
        if (coverId === id) {
          // Nobody is told that there is a list that they may not see.
          await listCoversOfList(ctx, viewer, { kind, id });
          throw new AppError('BadRequest', 'The cover that the members make cannot be deleted');
        }
        await removeListCover(ctx, viewer, { kind, id }, coverId);
        return ACCEPTED;
      },
    },
  ];
}

/** The covers that a collection or read list can have, one of which is shown. */
export const listThumbnailRoutes: readonly DoorRoute[] = [COLLECTIONS, READ_LISTS].flatMap((covers) => [
  ...reading(covers),
  ...writing(covers),
]);
