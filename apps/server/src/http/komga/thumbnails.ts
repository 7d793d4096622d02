import { api, type Endpoint } from '@lectern/contract';
import { z } from 'zod';
import type { Context } from '#context/context.ts';
import { getCoverOwner } from '#core/catalog/covers/cover-owner.ts';
import { chooseCover, removeCover, resetCover, uploadCover } from '#core/catalog/covers/choose-cover.ts';
import { requestCovers } from '#core/catalog/covers/request-covers.ts';
import { getBookCover, getCoverImage, getSeriesCover } from '#core/catalog/covers/get-cover.ts';
import { type CoverOnList, listAllCovers } from '#core/catalog/covers/list-covers.ts';
import { getListCover } from '#core/catalog/lists/list-cover.ts';
import {
  chooseListCover,
  getListCoverImage,
  listAllListCovers,
  removeListCover,
  resetListCover,
  toCoverOnList,
  uploadListCover,
} from '#core/catalog/lists/list-covers.ts';
import { AppError } from '#core/errors.ts';
import type { FileAnswer } from '#core/file-answer.ts';
import type { Viewer } from '#core/viewer.ts';
import { mark, say } from '#words/say.ts';
import { type DialectRoute, json, route } from '../requests/dialect-route.ts';
import { ACCEPTED } from './answer.ts';
import { Flag } from './paging.ts';
import { byId, knownId, PathId } from './paths.ts';

type OfOwner<Value> = (ctx: Context, viewer: Viewer, id: string) => Promise<Value>;
type OfCover<Value> = (ctx: Context, viewer: Viewer, cover: { id: string; coverId: string }) => Promise<Value>;

/** What the routes of the covers of a book, series, collection or read list call. */
interface CoverUseCases {
  readonly list: OfOwner<CoverOnList[]>;
  readonly getAutomatic: OfOwner<FileAnswer>;
  readonly getImage: OfCover<FileAnswer>;
  readonly upload: (ctx: Context, viewer: Viewer, id: string, picture: Picture) => Promise<CoverOnList>;
  readonly select: OfCover<unknown>;
  readonly selectAutomatic: OfOwner<void>;
  readonly remove: OfCover<void>;
  /** Why the automatic cover cannot be deleted. */
  readonly refusal: string;
}

interface Picture {
  readonly picture: Buffer;
  readonly isChosen: boolean;
}

const JPEG = { format: 'jpeg' } as const;
const AUTOMATIC = { format: 'jpeg', source: 'automatic' } as const;

function makeCovers(kind: 'book' | 'series', getAutomatic: typeof getBookCover): CoverUseCases {
  return {
    list: async (ctx, viewer, id) => listAllCovers(ctx, viewer, kind, id),
    getAutomatic: async (ctx, viewer, id) => getAutomatic(ctx, viewer, id, AUTOMATIC),
    getImage: async (ctx, viewer, cover) => getCoverImage(ctx, viewer, { kind, ...cover }, JPEG),
    upload: async (ctx, viewer, id, { picture, isChosen }) => {
      const owner = await getCoverOwner(ctx, viewer, kind, id);
      const { isSelected, ...row } = await uploadCover(ctx, owner, picture, isChosen);
      return { ...row, isSelected: isSelected === 1 };
    },
    select: async (ctx, viewer, { id, coverId }) =>
      chooseCover(ctx, await getCoverOwner(ctx, viewer, kind, id), coverId),
    selectAutomatic: async (ctx, viewer, id) => resetCover(ctx, await getCoverOwner(ctx, viewer, kind, id)),
    remove: async (ctx, viewer, { id, coverId }) =>
      removeCover(ctx, await getCoverOwner(ctx, viewer, kind, id), coverId),
    refusal: mark('The cover of the file itself cannot be deleted'),
  };
}

function makeListCovers(kind: 'collection' | 'readList'): CoverUseCases {
  return {
    list: async (ctx, viewer, id) => listAllListCovers(ctx, viewer, { kind, id }),
    getAutomatic: async (ctx, viewer, id) => getListCover(ctx, viewer, { kind, id }, AUTOMATIC),
    getImage: async (ctx, viewer, cover) => getListCoverImage(ctx, viewer, { kind, ...cover }, JPEG),
    upload: async (ctx, viewer, id, picture) =>
      toCoverOnList(await uploadListCover(ctx, viewer, { kind, id }, picture)),
    select: async (ctx, viewer, { id, coverId }) => chooseListCover(ctx, viewer, { kind, id }, coverId),
    selectAutomatic: async (ctx, viewer, id) => resetListCover(ctx, viewer, { kind, id }),
    remove: async (ctx, viewer, { id, coverId }) => removeListCover(ctx, viewer, { kind, id }, coverId),
    refusal: mark('The cover that the members make cannot be deleted'),
  };
}

function toType({ source }: CoverOnList): string {
  if (source === 'sidecar') return 'SIDECAR';
  return source === 'upload' ? 'USER_UPLOADED' : 'GENERATED';
}

/** A cover in the dialect. @param ownerKey what the dialect calls the id of the owner */
function toThumbnail(ownerKey: string, ownerId: string, cover: CoverOnList): Readonly<Record<string, unknown>> {
  return {
    id: cover.id,
    [ownerKey]: ownerId,
    type: toType(cover),
    selected: cover.isSelected,
    mediaType: cover.mediaType ?? 'image/jpeg',
    fileSize: cover.fileSize ?? 0,
    width: cover.width ?? 0,
    height: cover.height ?? 0,
  };
}

const ofCover = byId.extend({ coverId: PathId });
/** Some apps choose an uploaded picture in the address, others in the form. */
const UploadQuery = z.object({ selected: Flag });

interface CoverPaths {
  readonly root: string;
  readonly ownerKey: string;
  readonly read: Exclude<Endpoint['permission'], 'public'>;
  readonly write: Exclude<Endpoint['permission'], 'public'>;
}

/** The covers of one owner. The automatic cover has the id of the owner. */
function makeRoutes({ root, ownerKey, read, write }: CoverPaths, covers: CoverUseCases): readonly DialectRoute[] {
  const ids = (params: z.output<typeof ofCover>) => ({ id: knownId(params.id), coverId: knownId(params.coverId) });
  return [
    route.get(root, { permission: read, params: byId }, async (ctx, { viewer, params }) => {
      const id = knownId(params.id);
      return json((await covers.list(ctx, viewer, id)).map((cover) => toThumbnail(ownerKey, id, cover)));
    }),
    route.get(
      `${root}/{coverId}`,
      { permission: read, params: ofCover, tokens: 0.1 },
      async (ctx, { viewer, params }) => {
        const { id, coverId } = ids(params);
        return coverId === id ? covers.getAutomatic(ctx, viewer, id) : covers.getImage(ctx, viewer, { id, coverId });
      },
    ),
    route.post(
      root,
      { permission: write, params: byId, query: UploadQuery, upload: api.uploadBookCover.upload },
      async (ctx, { viewer, params, query, body: { bytes: picture, fields } }) => {
        const id = knownId(params.id);
        const isChosen = query.selected ?? fields.get('selected') !== 'false';
        return json(toThumbnail(ownerKey, id, await covers.upload(ctx, viewer, id, { picture, isChosen })));
      },
    ),
    route.put(`${root}/{coverId}/selected`, { permission: write, params: ofCover }, async (ctx, { viewer, params }) => {
      const { id, coverId } = ids(params);
      if (coverId === id) await covers.selectAutomatic(ctx, viewer, id);
      else await covers.select(ctx, viewer, { id, coverId });
      return ACCEPTED;
    }),
    route.delete(`${root}/{coverId}`, { permission: write, params: ofCover }, async (ctx, { viewer, params }) => {
      const { id, coverId } = ids(params);
      if (coverId === id) {
        // A hidden owner answers like a missing one.
        await covers.list(ctx, viewer, id);
        throw new AppError('BadRequest', say(covers.refusal));
      }
      await covers.remove(ctx, viewer, { id, coverId });
      return ACCEPTED;
    }),
  ];
}

/** The covers of books, series, collections and read lists. */
export const thumbnailRoutes: readonly DialectRoute[] = [
  ...makeRoutes(
    {
      root: '/api/v1/books/{id}/thumbnails',
      ownerKey: 'bookId',
      read: api.listBookCovers.permission,
      write: api.uploadBookCover.permission,
    },
    makeCovers('book', getBookCover),
  ),
  ...makeRoutes(
    {
      root: '/api/v1/series/{id}/thumbnails',
      ownerKey: 'seriesId',
      read: api.listSeriesCovers.permission,
      write: api.uploadSeriesCover.permission,
    },
    makeCovers('series', getSeriesCover),
  ),
  ...makeRoutes(
    {
      root: '/api/v1/collections/{id}/thumbnails',
      ownerKey: 'collectionId',
      read: api.getCollection.permission,
      write: api.updateCollection.permission,
    },
    makeListCovers('collection'),
  ),
  ...makeRoutes(
    {
      root: '/api/v1/readlists/{id}/thumbnails',
      ownerKey: 'readListId',
      read: api.getReadList.permission,
      write: api.updateReadList.permission,
    },
    makeListCovers('readList'),
  ),
  route.put(
    '/api/v1/books/thumbnails',
    { permission: api.generateBookThumbnails.permission },
    async (ctx, { viewer }) => {
      await requestCovers(ctx, viewer, { of: 'books', force: true });
      return ACCEPTED;
    },
  ),
];
