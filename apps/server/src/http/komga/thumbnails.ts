import { api, type Endpoint } from '@lectern/contract';
import { z } from 'zod';
import type { Context } from '#context/context.ts';
import { getCoverOwner } from '#core/catalog/covers/cover-owner.ts';
import { chooseCover, removeCover, resetCover, uploadCover } from '#core/catalog/covers/choose-cover.ts';
import { requestCovers } from '#core/catalog/covers/request-covers.ts';
import { getBookCover, getCoverImage, getSeriesCover } from '#core/catalog/covers/get-cover.ts';
import { type CoverOnList, listCoversOf } from '#core/catalog/covers/list-covers.ts';
import { getListCover } from '#core/catalog/lists/list-cover.ts';
import {
  chooseListCover,
  getListCoverImage,
  listCoversOfList,
  removeListCover,
  resetListCover,
  toCoverOnList,
  uploadListCover,
} from '#core/catalog/lists/list-covers.ts';
import { AppError } from '#core/errors.ts';
import type { FileAnswer } from '#core/file-answer.ts';
import { type DialectRequest, type DialectRoute, viewerOf } from '../requests/dialect-route.ts';
import type { UploadedFile } from '../requests/read-upload.ts';
import { ACCEPTED, Flag, json } from './answer.ts';
import { byId, idOf, knownId } from './paths.ts';

type Kind = 'book' | 'series';

/** Where the covers of a kind of thing are, and who may do what with them. */
interface Covers {
  readonly kind: Kind;
  readonly root: string;
  readonly read: Endpoint['permission'];
  readonly write: Endpoint['permission'];
}

const BOOKS: Covers = {
  kind: 'book',
  root: '/api/v1/books/{id}/thumbnails',
  read: api.listBookCovers.permission,
  write: api.uploadBookCover.permission,
};
const SERIES: Covers = {
  kind: 'series',
  root: '/api/v1/series/{id}/thumbnails',
  read: api.listSeriesCovers.permission,
  write: api.uploadSeriesCover.permission,
};

const ofCover = byId.extend({ coverId: z.string().max(200) });

/** Which cover a path names. */
function coverIdOf({ params }: DialectRequest): string {
  return knownId(ofCover.parse(params).coverId);
}

/** The automatic cover has the id of what it is the cover of. */
function typeOf({ source }: CoverOnList): string {
  if (source === 'sidecar') return 'SIDECAR';
  return source === 'upload' ? 'USER_UPLOADED' : 'GENERATED';
}

/**
 * A cover as the dialect has it.
 * @param owner what it is the cover of, by the name that the dialect has for it: `{ bookId }`
 */
function toThumbnail(owner: Readonly<Record<string, string>>, cover: CoverOnList): Readonly<Record<string, unknown>> {
  return {
    id: cover.id,
    ...owner,
    type: typeOf(cover),
    selected: cover.isSelected,
    mediaType: cover.mediaType ?? 'image/jpeg',
    fileSize: cover.fileSize ?? 0,
    width: cover.width ?? 0,
    height: cover.height ?? 0,
  };
}

function ownerOf({ kind }: Covers, id: string): Readonly<Record<string, string>> {
  return kind === 'book' ? { bookId: id } : { seriesId: id };
}

function list(covers: Covers): DialectRoute {
  return {
    method: 'GET',
    path: covers.root,
    endpoint: { permission: covers.read, params: byId },
    answer: async (ctx, request) => {
      const id = idOf(request);
      const all = await listCoversOf(ctx, viewerOf(request), covers.kind, id);
      return json(all.map((cover) => toThumbnail(ownerOf(covers, id), cover)));
    },
  };
}

async function pictureOf(ctx: Context, request: DialectRequest, kind: Kind): Promise<FileAnswer> {
  const [viewer, id, coverId] = [viewerOf(request), idOf(request), coverIdOf(request)];
  const jpeg = { format: 'jpeg' } as const;
  if (coverId !== id) return getCoverImage(ctx, viewer, { kind, id, coverId }, jpeg);
  if (kind === 'book') return getBookCover(ctx, viewer, id, { ...jpeg, source: 'automatic' });
  return getSeriesCover(ctx, viewer, id, { ...jpeg, source: 'automatic' });
}

function picture(covers: Covers): DialectRoute {
  return {
    method: 'GET',
    path: `${covers.root}/{coverId}`,
    endpoint: { permission: covers.read, params: ofCover, tokens: 0.1 },
    answer: async (ctx, request) => pictureOf(ctx, request, covers.kind),
  };
}

/** How a picture comes. */
const Uploaded = z.object({ selected: Flag });

/** Chosen unless they say otherwise: some in the address, others in the form. */
function isToBeChosen(request: DialectRequest, { fields }: UploadedFile): boolean {
  const { selected } = request.query as z.output<typeof Uploaded>;
  return selected ?? fields.get('selected') !== 'false';
}

function upload(covers: Covers): DialectRoute {
  return {
    method: 'POST',
    path: covers.root,
    endpoint: { permission: covers.write, params: byId, query: Uploaded, upload: api.uploadBookCover.upload },
    answer: async (ctx, request) => {
      const owner = await getCoverOwner(ctx, viewerOf(request), covers.kind, idOf(request));
      const file = request.body as UploadedFile;
      const { isSelected, ...row } = await uploadCover(ctx, owner, file.bytes, isToBeChosen(request, file));
      return json(toThumbnail(ownerOf(covers, owner.id), { ...row, isSelected: isSelected === 1 }));
    },
  };
}

function select(covers: Covers): DialectRoute {
  return {
    method: 'PUT',
    path: `${covers.root}/{coverId}/selected`,
    endpoint: { permission: covers.write, params: ofCover },
    answer: async (ctx, request) => {
      const owner = await getCoverOwner(ctx, viewerOf(request), covers.kind, idOf(request));
      const coverId = coverIdOf(request);
      if (coverId === owner.id) await resetCover(ctx, owner);
      else await chooseCover(ctx, owner, coverId);
      return ACCEPTED;
    },
  };
}

function remove(covers: Covers): DialectRoute {
  return {
    method: 'DELETE',
    path: `${covers.root}/{coverId}`,
    endpoint: { permission: covers.write, params: ofCover },
    answer: async (ctx, request) => {
      const owner = await getCoverOwner(ctx, viewerOf(request), covers.kind, idOf(request));
      const coverId = coverIdOf(request);
      if (coverId === owner.id) throw new AppError('BadRequest', 'The cover of the file itself cannot be deleted');
      await removeCover(ctx, owner, coverId);
      return ACCEPTED;
    },
  };
}

const regenerate: DialectRoute = {
  method: 'PUT',
  path: '/api/v1/books/thumbnails',
  endpoint: { permission: api.generateBookThumbnails.permission },
  answer: async (ctx, request) => {
    await requestCovers(ctx, viewerOf(request), { of: 'books', force: true });
    return ACCEPTED;
  },
};

/** The covers that a book or series can have, one of which is shown. */
export const thumbnailRoutes: readonly DialectRoute[] = [
  ...[BOOKS, SERIES].flatMap((covers) => [
    list(covers),
    picture(covers),
    upload(covers),
    select(covers),
    remove(covers),
  ]),
  regenerate,
];

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

async function listPicture(ctx: Context, request: DialectRequest, { kind }: ListCovers): Promise<FileAnswer> {
  const [viewer, id, coverId] = [viewerOf(request), idOf(request), coverIdOf(request)];
  if (coverId !== id) return getListCoverImage(ctx, viewer, { kind, id, coverId }, { format: 'jpeg' });
  return getListCover(ctx, viewer, { kind, id }, { format: 'jpeg', source: 'automatic' });
}

function reading(covers: ListCovers): readonly DialectRoute[] {
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

function writing(covers: ListCovers): readonly DialectRoute[] {
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
          // A hidden list answers like a missing one.
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
export const listThumbnailRoutes: readonly DialectRoute[] = [COLLECTIONS, READ_LISTS].flatMap((covers) => [
  ...reading(covers),
  ...writing(covers),
]);
