import { buildAddress, type CollectionCover, type ReadListCover } from '@lectern/contract';
import { AppError } from '#core/errors.ts';
import type { FileAnswer } from '#core/file-answer.ts';
import type { Viewer } from '#core/viewer.ts';
import { newId } from '#db/new-id.ts';
import type { ReadDb } from '#db/open.ts';
import {
  deleteListCover,
  findListCover,
  insertListCover,
  type ListCoverRow,
  listListCovers,
  ownedBy,
  selectListCover,
} from '#db/repos/lists/list-covers.repo.ts';
import type { Covers } from '#images/covers.ts';
import { requireNew, requireRoom, storeUpload } from '../covers/store-upload.ts';
import { type CoverContext, type CoverRequest, getPicture } from '../covers/cover-picture.ts';
import type { CoverOnList } from '../covers/list-covers.ts';
import { sweepLater } from '../covers/sweep-covers.ts';
import { changePictures } from './change-list.ts';
import { getList } from './get-list.ts';
import { describeList, type ListAt } from './list-kinds.ts';
import type { ChangeContext, QueueContext, ReadContext } from '../contexts.ts';

async function getUpload(db: ReadDb, at: ListAt, coverId: string): Promise<ListCoverRow> {
  const row = await findListCover(db, at, coverId);
  if (row === undefined) throw new AppError('NotFound', `Cover ${coverId} of ${describeList(at)} not found`);
  return row;
}

/** An uploaded picture as a cover for the Komga dialect. */
export function toCoverOnList({ id, mediaType, fileSize, width, height, isSelected }: ListCoverRow): CoverOnList {
  return { id, mediaType, fileSize, width, height, source: 'upload', isSelected: isSelected === 1 };
}

/** Uploaded pictures of a list, newest first. Throws `NotFound`. */
export async function listUploads(ctx: ReadContext, viewer: Viewer, at: ListAt): Promise<ListCoverRow[]> {
  await getList(ctx, viewer, at);
  return await listListCovers(ctx.db.read, at);
}

/** Covers of a list: the members' cover, with the id of the list, then uploads. Throws `NotFound`. */
export async function listAllListCovers(ctx: ReadContext, viewer: Viewer, at: ListAt): Promise<CoverOnList[]> {
  const others = (await listUploads(ctx, viewer, at)).map(toCoverOnList);
  const isAutomatic = !others.some(({ isSelected }) => isSelected);
  const size = { mediaType: null, fileSize: null, width: null, height: null };
  return [{ id: at.id, source: null, isSelected: isAutomatic, ...size }, ...others];
}

/** Adds an uploaded picture as a cover of a list. Files are written before the row. */
export async function uploadListCover(
  ctx: ChangeContext & { readonly covers: Covers },
  viewer: Viewer,
  at: ListAt,
  { picture, isChosen }: { readonly picture: Uint8Array; readonly isChosen: boolean },
): Promise<ListCoverRow> {
  await getList(ctx, viewer, at);
  // Checked before files are written, and again inside the transaction.
  requireRoom(await listListCovers(ctx.db.read, at));
  const { key: coverKey, mediaType, width, height } = await storeUpload(ctx.covers, picture);
  const id = newId();
  const size = { mediaType, width, height, fileSize: picture.byteLength };
  const row = { ...ownedBy(at), id, coverKey, ...size, isSelected: 0, createdAt: Date.now() };
  await changePictures(ctx, viewer, at, async (tx) => {
    const known = await listListCovers(tx.read, at);
    requireNew(known, coverKey);
    requireRoom(known);
    await insertListCover(tx, row);
    if (isChosen) await selectListCover(tx, at, id);
  });
  return { ...row, isSelected: Number(isChosen) };
}

/** Selects an uploaded cover. Throws `NotFound`. */
export async function chooseListCover(
  ctx: ChangeContext,
  viewer: Viewer,
  at: ListAt,
  coverId: string,
): Promise<ListCoverRow> {
  await getList(ctx, viewer, at);
  const cover = await getUpload(ctx.db.read, at, coverId);
  await changePictures(ctx, viewer, at, async (tx) => {
    await getUpload(tx.read, at, coverId);
    await selectListCover(tx, at, coverId);
  });
  return { ...cover, isSelected: 1 };
}

/** Selects the cover made from members. Throws `NotFound`. */
export async function resetListCover(ctx: ChangeContext, viewer: Viewer, at: ListAt): Promise<void> {
  await changePictures(ctx, viewer, at, async (tx) => selectListCover(tx, at, null));
}

/** Deletes a cover; a sweep deletes its files an hour later. Throws `NotFound`. */
export async function removeListCover(
  ctx: ChangeContext & QueueContext,
  viewer: Viewer,
  at: ListAt,
  coverId: string,
): Promise<void> {
  await changePictures(ctx, viewer, at, async (tx) => {
    await getUpload(tx.read, at, coverId);
    await sweepLater(ctx.queue, tx);
    await deleteListCover(tx, coverId);
  });
}

/** The picture of one uploaded cover. Throws `NotFound`. */
export async function getListCoverImage(
  ctx: CoverContext,
  viewer: Viewer,
  { coverId, ...at }: ListAt & { readonly coverId: string },
  request: CoverRequest,
): Promise<FileAnswer> {
  await getList(ctx, viewer, at);
  const { coverKey: key } = await getUpload(ctx.db.read, at, coverId);
  return getPicture(ctx, { key, seed: at.id }, request);
}

function toPicture(row: ListCoverRow, path: string) {
  return {
    id: row.id,
    source: 'upload' as const,
    path,
    isSelected: row.isSelected === 1,
    width: row.width,
    height: row.height,
    coverVersion: row.coverKey,
    createdAt: new Date(row.createdAt).toISOString(),
  };
}

/** A row as the resource of a collection. */
export function toCollectionCover(collectionId: string, row: ListCoverRow): CollectionCover {
  const path = buildAddress('', 'getCollectionCoverImage', { id: collectionId, coverId: row.id });
  return { ...toPicture(row, path), collectionId };
}

/** A row as the resource of a read list. */
export function toReadListCover(readListId: string, row: ListCoverRow): ReadListCover {
  const path = buildAddress('', 'getReadListCoverImage', { id: readListId, coverId: row.id });
  return { ...toPicture(row, path), readListId };
}
