import {
  type Book,
  MAX_MEMBERS,
  type READ_LIST_SORTS,
  type ReadList,
  type ReadListNew,
  type ReadListProgress,
  type ReadListUpdate,
} from '@lectern/contract';
import type { FileAnswer } from '#core/file-answer.ts';
import type { Viewer } from '#core/viewer.ts';
import { findBooksById } from '#db/repos/rows/book-rows.ts';
import { listBookFiles } from '#db/repos/catalog/books.repo.ts';
import { listMembersRead, type MemberRead, type MemberSort } from '#db/repos/lists/list-members.repo.ts';
import type { Listed, PageWanted } from '#core/page.ts';
import { archiveBooks, type DownloadContext } from '../pages/download-books.ts';
import { getBookPlace } from '../reading/save-progress.ts';
import { addMembers, changeList, createList, type ListChangeContext } from './change-list.ts';
import {
  getList,
  getShownList,
  type ListAt,
  type ListsContext,
  listShown,
  listShownAmong,
  pickShownMembers,
  type ShownList,
} from './get-list.ts';

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
interface ReadListBooksWanted extends PageWanted {
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

const isFinished = ({ completed }: MemberRead): boolean => completed === 1;

/**
 * The book of a read list to go on with: the one that was read in last, else the first after the last finished one that is not
 * finished, else the first of all that is not. Undefined when nothing is left that can be opened.
 * @param books in the order in which they are read
 */
export function chooseNextRead(books: readonly MemberRead[]): string | undefined {
  const open = books
    .filter(({ completed, readable }) => completed === 0 && readable === 1)
    .toSorted((a, b) => (b.readAt ?? 0) - (a.readAt ?? 0))[0];
  const isNext = ({ completed, readable }: MemberRead): boolean => completed !== 1 && readable === 1;
  const next = open ?? books.slice(books.findLastIndex(isFinished) + 1).find(isNext) ?? books.find(isNext);
  return next?.id;
}

/**
 * How far the viewer is in a read list.
 * @throws {AppError} `NotFound`
 */
export async function getReadListProgress(ctx: ListsContext, viewer: Viewer, id: string): Promise<ReadListProgress> {
  const { read } = ctx.db;
  const { ordered } = await getList(ctx, viewer, { kind: 'readList', id });
  const sort = ordered === 1 ? 'manual' : 'released';
  const books = await listMembersRead(read, viewer, id, { sort, direction: 'asc', limit: MAX_MEMBERS, offset: 0 });
  const nextId = chooseNextRead(books);
  const [next] = nextId === undefined ? [] : await findBooksById(read, viewer, [nextId]);
  return { bookCount: books.length, readCount: books.filter(isFinished).length, next: next ?? null };
}

/**
 * The files of a read list in one archive, as far as the viewer may see them, in the order in which it is read.
 * @throws {AppError} `NotFound` for the list, and when none of its files can be read
 */
export async function downloadReadList(
  ctx: DownloadContext & ListsContext,
  viewer: Viewer,
  id: string,
): Promise<FileAnswer> {
  const { name, bookCount } = await getReadList(ctx, viewer, id);
  const all = { page: 1, pageSize: Math.max(bookCount, 1), direction: 'asc' } as const;
  const { rows: ids } = await pickReadListBooks(ctx, viewer, id, all);
  const files = await listBookFiles(ctx.db.read, viewer, ids);
  return archiveBooks(ctx, files, { name, fallback: id, words: `read list ${id}` });
}
