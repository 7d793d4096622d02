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
import type { DownloadContext } from '../pages/download-books.ts';
import { archiveBooks } from '../pages/archive-books.ts';
import { changeList, createList } from './change-list.ts';
import { getList, pickShownMembers } from './get-list.ts';
import type { ListAt } from './list-kinds.ts';
import { getSharedList } from './show-lists.ts';
import type { ChangeContext, ReadContext } from '../contexts.ts';

type Sort = (typeof READ_LIST_SORTS)[number];

const MEMBER_SORTS: Readonly<Record<Sort, MemberSort>> = {
  manual: 'manual',
  release: 'released',
  title: 'title',
  added: 'added',
};

function at(id: string): ListAt<'readList'> {
  return { kind: 'readList', id };
}

/** Creates a read list. Throws `Conflict` for a taken name, `NotFound` for an unknown book. */
export async function createReadList(ctx: ChangeContext, viewer: Viewer, wanted: ReadListNew): Promise<ReadList> {
  const { bookIds: memberIds, name, ordered, summary = null } = wanted;
  const id = await createList(ctx, viewer, 'readList', { name, summary, ordered, condition: null, memberIds });
  return getSharedList(ctx, viewer, at(id));
}

/** Changes the given fields. Throws `NotFound`, or `Conflict` for a taken name. */
export async function updateReadList(
  ctx: ChangeContext,
  viewer: Viewer,
  id: string,
  {
    coverBookId: coverId,
    bookIds: memberIds,
    ...update
  }: ReadListUpdate & { readonly bookIds?: readonly string[] | undefined },
): Promise<ReadList> {
  await changeList(ctx, viewer, at(id), { ...update, coverId, memberIds });
  return getSharedList(ctx, viewer, at(id));
}

/** The default order: its own if it has one, else by release. */
function pickOrder({ ordered }: { readonly ordered: number }): Sort {
  return ordered === 1 ? 'manual' : 'release';
}

interface ReadListBooksWanted extends PageWanted {
  readonly sort?: Sort | undefined;
  readonly direction: 'asc' | 'desc';
}

/** Ids of visible books of a read list. Throws `NotFound`. */
export async function pickReadListBooks(
  ctx: ReadContext,
  viewer: Viewer,
  id: string,
  { page, pageSize, direction, sort }: ReadListBooksWanted,
): Promise<Listed<string>> {
  const list = await getList(ctx, viewer, at(id));
  const members = { page, pageSize, direction, sort: MEMBER_SORTS[sort ?? pickOrder(list)] };
  return await pickShownMembers(ctx, viewer, at(id), members);
}

/** Visible books of a read list. Throws `NotFound`. */
export async function listReadListBooks(
  ctx: ReadContext,
  viewer: Viewer,
  id: string,
  wanted: ReadListBooksWanted,
): Promise<Listed<Book>> {
  const { rows, total } = await pickReadListBooks(ctx, viewer, id, wanted);
  return { rows: await findBooksById(ctx.db.read, viewer, rows), total };
}

const isFinished = ({ completed }: MemberRead): boolean => completed === 1;

/**
 * The next book: the last opened unfinished one, else the first unfinished one after the last finished one, else the
 * first unfinished one. Undefined when no readable book is left.
 * @param books in reading order
 */
export function chooseNextRead(books: readonly MemberRead[]): string | undefined {
  const open = books
    .filter(({ completed, readable }) => completed === 0 && readable === 1)
    .toSorted((a, b) => (b.readAt ?? 0) - (a.readAt ?? 0))[0];
  const isNext = ({ completed, readable }: MemberRead): boolean => completed !== 1 && readable === 1;
  const next = open ?? books.slice(books.findLastIndex(isFinished) + 1).find(isNext) ?? books.find(isNext);
  return next?.id;
}

/** The viewer's progress in a read list. Throws `NotFound`. */
export async function getReadListProgress(ctx: ReadContext, viewer: Viewer, id: string): Promise<ReadListProgress> {
  const { read } = ctx.db;
  const { ordered } = await getList(ctx, viewer, at(id));
  const sort = ordered === 1 ? 'manual' : 'released';
  const books = await listMembersRead(read, viewer, id, { sort, direction: 'asc', limit: MAX_MEMBERS, offset: 0 });
  const nextId = chooseNextRead(books);
  const [next] = nextId === undefined ? [] : await findBooksById(read, viewer, [nextId]);
  return { bookCount: books.length, readCount: books.filter(isFinished).length, next: next ?? null };
}

/** The visible files of a read list as one archive, in reading order. Throws `NotFound`. */
export async function downloadReadList(
  ctx: DownloadContext & ReadContext,
  viewer: Viewer,
  id: string,
): Promise<FileAnswer> {
  const { name, bookCount } = await getSharedList(ctx, viewer, at(id));
  const all = { page: 1, pageSize: Math.max(bookCount, 1), direction: 'asc' } as const;
  const { rows: ids } = await pickReadListBooks(ctx, viewer, id, all);
  const files = await listBookFiles(ctx.db.read, viewer, ids);
  return archiveBooks(ctx, files, { name, fallback: id, words: `read list ${id}` });
}
