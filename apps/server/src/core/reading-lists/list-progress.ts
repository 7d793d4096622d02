import { MAX_MEMBERS, type ReadListProgress } from '@lectern/contract';
import { getList, type ListsContext } from '#core/lists/get-list.ts';
import type { Viewer } from '#core/viewer.ts';
import { findBooksById } from '#db/repos/catalog/books.repo.ts';
import { listMembersRead, type MemberRead } from '#db/repos/lists/list-members.repo.ts';

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
