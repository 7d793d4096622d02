import type { Book, READ_LIST_SORTS, ReadList, ReadListNew, ReadListUpdate } from '@lectern/contract';
import type { Listed, PageWanted } from '#core/catalog/list-books.ts';
import { addMembers, changeList, createList, type ListChangeContext } from '#core/lists/change-list.ts';
import {
  getList,
  getShownList,
  type ListAt,
  listShown,
  listShownAmong,
  type ListsContext,
  pickShownMembers,
  type ShownList,
} from '#core/lists/get-list.ts';
import { getBookPlace } from '#core/reading/save-progress.ts';
import type { Viewer } from '#core/viewer.ts';
import { findBooksById } from '#db/repos/catalog/books.repo.ts';
import type { MemberSort } from '#db/repos/lists/list-members.repo.ts';

type Sort = (typeof READ_LIST_SORTS)[number];

const MEMBER_SORTS: Readonly<Record<Sort, MemberSort>> = {
  manual: 'manual',
  release: 'released',
  title: 'title',
  added: 'added',
};

function at(id: string): ListAt {
  return { kind: 'readList', id };
}

function toReadList({ row, count, fields }: ShownList): ReadList {
  return { ...fields, bookCount: count, coverBookId: row.coverId };
}

/** Read lists by name, those that the viewer may know of. */
export async function listReadLists(
  ctx: ListsContext,
  viewer: Viewer,
  { page, pageSize }: PageWanted,
): Promise<Listed<ReadList>> {
  const { rows, total } = await listShown(ctx, viewer, 'readList', { page, pageSize });
  return { rows: rows.map(toReadList), total };
}

/**
 * Read lists that a book is in.
 * @throws {AppError} `NotFound`
 */
export async function listBookReadLists(
  ctx: ListsContext,
  viewer: Viewer,
  bookId: string,
  { page, pageSize }: PageWanted,
): Promise<Listed<ReadList>> {
  await getBookPlace(ctx, viewer, bookId);
  const { rows, total } = await listShown(ctx, viewer, 'readList', { page, pageSize, holding: bookId });
  return { rows: rows.map(toReadList), total };
}

/** Of some read lists, in the order of their ids, those that the viewer may know of: the first ones, and how many there are. */
export async function listKnownReadLists(
  ctx: ListsContext,
  viewer: Viewer,
  ids: readonly string[],
  limit: number,
): Promise<Listed<ReadList>> {
  const { rows, total } = await listShownAmong(ctx, viewer, 'readList', { ids, limit });
  return { rows: rows.map(toReadList), total };
}

/**
 * One read list.
 * @throws {AppError} `NotFound`
 */
export async function getReadList(ctx: ListsContext, viewer: Viewer, id: string): Promise<ReadList> {
  return toReadList(await getShownList(ctx, viewer, at(id)));
}

/**
 * Makes a read list.
 * @throws {AppError} `Conflict` for a name that is taken, `NotFound` for an unknown book
 */
export async function createReadList(ctx: ListChangeContext, viewer: Viewer, wanted: ReadListNew): Promise<ReadList> {
  const { bookIds: memberIds, name, ordered, summary = null } = wanted;
  const id = await createList(ctx, viewer, 'readList', { name, summary, ordered, condition: null, memberIds });
  return await getReadList(ctx, viewer, id);
}

/**
 * Changes what is given.
 * @throws {AppError} `NotFound`, or `Conflict` for a name that is taken
 */
export async function updateReadList(
  ctx: ListChangeContext,
  viewer: Viewer,
  id: string,
  {
    coverBookId: coverId,
    bookIds: memberIds,
    ...update
  }: ReadListUpdate & { readonly bookIds?: readonly string[] | undefined },
): Promise<ReadList> {
  await changeList(ctx, viewer, at(id), { ...update, coverId, memberIds });
  return await getReadList(ctx, viewer, id);
}

/**
 * Adds books at the end, all or none.
 * @throws {AppError} `NotFound`, or `Conflict` for too many
 */
export async function addReadListBooks(
  ctx: ListChangeContext,
  viewer: Viewer,
  id: string,
  bookIds: readonly string[],
): Promise<ReadList> {
  await addMembers(ctx, viewer, at(id), bookIds);
  return await getReadList(ctx, viewer, id);
}

/** The order in which a read list is read: its own when it has one, else by release. */
function orderOf({ ordered }: { readonly ordered: number }): Sort {
  return ordered === 1 ? 'manual' : 'release';
}

/** Which books of a read list, and in which order. */
export interface ReadListBooksWanted extends PageWanted {
  readonly sort?: Sort | undefined;
  readonly direction: 'asc' | 'desc';
}

/**
 * Books of a read list that the viewer may see, by id.
 * @throws {AppError} `NotFound`
 */
export async function pickReadListBooks(
  ctx: ListsContext,
  viewer: Viewer,
  id: string,
  { page, pageSize, direction, sort }: ReadListBooksWanted,
): Promise<Listed<string>> {
  const wanted = sort ?? orderOf(await getList(ctx, viewer, at(id)));
  const members = { page, pageSize, direction, sort: MEMBER_SORTS[wanted] };
  return await pickShownMembers(ctx, viewer, at(id), members);
}

/**
 * Books of a read list that the viewer may see.
 * @throws {AppError} `NotFound`
 */
export async function listReadListBooks(
  ctx: ListsContext,
  viewer: Viewer,
  id: string,
  wanted: ReadListBooksWanted,
): Promise<Listed<Book>> {
  const { rows, total } = await pickReadListBooks(ctx, viewer, id, wanted);
  return { rows: await findBooksById(ctx.db.read, viewer, rows), total };
}
