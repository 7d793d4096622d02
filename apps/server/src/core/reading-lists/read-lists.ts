import type { Book, READ_LIST_SORTS, ReadList, ReadListNew, ReadListUpdate } from '@lectern/contract';
import type { Listed, PageWanted } from '#core/catalog/list-books.ts';
import { AppError } from '#core/errors.ts';
import {
  addMembers,
  changeList,
  createList,
  describeList,
  getList,
  type ListsContext,
  orderMembers,
  removeList,
  removeMember,
} from '#core/lists/change-list.ts';
import { getBookPlace } from '#core/reading/save-progress.ts';
import type { Viewer } from '#core/viewer.ts';
import { findBooksById } from '#db/repos/books.repo.ts';
import { pickReadListBooks } from '#db/repos/list-members.repo.ts';
import {
  countLists,
  countMembers,
  type MembersSeen,
  pickLists,
  type SharedListRow,
} from '#db/repos/shared-lists.repo.ts';

type Sort = (typeof READ_LIST_SORTS)[number];

const KIND = 'readList';

/** Times say nothing of members that are hidden: the later of its own change and its newest member that can be seen. */
function toReadList(row: SharedListRow, seen: MembersSeen | undefined): ReadList {
  return {
    id: row.id,
    name: row.name,
    summary: row.summary,
    ordered: row.ordered === 1,
    bookCount: seen?.count ?? 0,
    coverBookId: row.coverId,
    createdAt: new Date(row.createdAt).toISOString(),
    updatedAt: new Date(Math.max(row.updatedAt, seen?.newestAt ?? 0)).toISOString(),
  };
}

async function toReadLists({ db }: ListsContext, viewer: Viewer, rows: readonly SharedListRow[]): Promise<ReadList[]> {
  const ids = rows.map(({ id }) => id);
  const seen = await countMembers(db.read, KIND, viewer, ids);
  const covers = rows.map(({ coverId }) => coverId).filter((id) => id !== null);
  const visible = new Set((await findBooksById(db.read, viewer, [...new Set(covers)])).map(({ id }) => id));
  return rows.map((row) => {
    const coverId = row.coverId !== null && visible.has(row.coverId) ? row.coverId : null;
    return toReadList({ ...row, coverId }, seen.get(row.id));
  });
}

interface ReadListsWanted extends PageWanted {
  readonly holding?: string;
}

async function listHolding(
  ctx: ListsContext,
  viewer: Viewer,
  { page, pageSize, holding }: ReadListsWanted,
): Promise<Listed<ReadList>> {
  const [rows, total] = await Promise.all([
    pickLists(ctx.db.read, KIND, viewer, { holding, limit: pageSize, offset: (page - 1) * pageSize }),
    countLists(ctx.db.read, KIND, viewer, { holding }),
  ]);
  return { rows: await toReadLists(ctx, viewer, rows), total };
}

/** Read lists by name, those that the viewer may know of. */
export async function listReadLists(ctx: ListsContext, viewer: Viewer, page: PageWanted): Promise<Listed<ReadList>> {
  return await listHolding(ctx, viewer, { page: page.page, pageSize: page.pageSize });
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
  return await listHolding(ctx, viewer, { page, pageSize, holding: bookId });
}

/**
 * One read list.
 * @throws {AppError} `NotFound`
 */
export async function getReadList(ctx: ListsContext, viewer: Viewer, id: string): Promise<ReadList> {
  const [readList] = await toReadLists(ctx, viewer, [await getList(ctx, viewer, KIND, id)]);
  if (readList === undefined) throw new AppError('NotFound', `${describeList(KIND, id)} not found`);
  return readList;
}

/**
 * Makes a read list.
 * @throws {AppError} `Conflict` for a name that is taken, `NotFound` for an unknown book
 */
export async function createReadList(ctx: ListsContext, viewer: Viewer, wanted: ReadListNew): Promise<ReadList> {
  const { bookIds: memberIds, name, ordered, summary = null } = wanted;
  const id = await createList(ctx, viewer, KIND, { name, summary, ordered, condition: null, memberIds });
  return await getReadList(ctx, viewer, id);
}

/**
 * Changes what is given.
 * @throws {AppError} `NotFound`, or `Conflict` for a name that is taken
 */
export async function updateReadList(
  ctx: ListsContext,
  viewer: Viewer,
  id: string,
  { coverBookId: coverId, ...update }: ReadListUpdate,
): Promise<ReadList> {
  await getList(ctx, viewer, KIND, id);
  await changeList(ctx, viewer, { kind: KIND, id }, { ...update, coverId });
  return await getReadList(ctx, viewer, id);
}

/**
 * Deletes a read list; its books stay.
 * @throws {AppError} `NotFound`
 */
export async function deleteReadList(ctx: ListsContext, viewer: Viewer, id: string): Promise<void> {
  await getList(ctx, viewer, KIND, id);
  await removeList(ctx, KIND, id);
}

/**
 * Adds books at the end, all or none.
 * @throws {AppError} `NotFound`, or `Conflict` for too many
 */
export async function addReadListBooks(
  ctx: ListsContext,
  viewer: Viewer,
  id: string,
  bookIds: readonly string[],
): Promise<ReadList> {
  await getList(ctx, viewer, KIND, id);
  await addMembers(ctx, viewer, { kind: KIND, id }, bookIds);
  return await getReadList(ctx, viewer, id);
}

/**
 * Puts books in another order.
 * @throws {AppError} `NotFound`
 */
export async function orderReadListBooks(
  ctx: ListsContext,
  viewer: Viewer,
  id: string,
  bookIds: readonly string[],
): Promise<void> {
  await getList(ctx, viewer, KIND, id);
  await orderMembers(ctx, viewer, { kind: KIND, id }, bookIds);
}

/**
 * Takes a book out, if it is there.
 * @throws {AppError} `NotFound`
 */
export async function removeReadListBook(ctx: ListsContext, viewer: Viewer, id: string, bookId: string): Promise<void> {
  await getList(ctx, viewer, KIND, id);
  await removeMember(ctx, viewer, { kind: KIND, id }, bookId);
}

/** Which books of a read list, and in which order. */
export interface ReadListBooksWanted extends PageWanted {
  readonly sort?: Sort | undefined;
  readonly direction: 'asc' | 'desc';
}

/**
 * Books of a read list that the viewer may see.
 * @throws {AppError} `NotFound`
 */
export async function listReadListBooks(
  ctx: ListsContext,
  viewer: Viewer,
  id: string,
  { page, pageSize, direction, sort: wanted }: ReadListBooksWanted,
): Promise<Listed<Book>> {
  const { read } = ctx.db;
  const row = await getList(ctx, viewer, KIND, id);
  const sort = wanted ?? (row.ordered === 1 ? 'manual' : 'release');
  const [ids, seen] = await Promise.all([
    pickReadListBooks(read, viewer, id, { sort, direction, limit: pageSize, offset: (page - 1) * pageSize }),
    countMembers(read, KIND, viewer, [id]),
  ]);
  return { rows: await findBooksById(read, viewer, ids), total: seen.get(id)?.count ?? 0 };
}
