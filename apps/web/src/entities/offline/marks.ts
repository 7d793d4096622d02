import type { Book, Series, SessionUpload } from '@lectern/contract';
import { ApiError } from '@lectern/contract/client';
import { listAllBooks } from '#entities/book/list-all-books.ts';
import { listIds } from '#entities/selection/list-ids.ts';
import type { Picked } from '#entities/selection/picked.ts';
import type { Ask } from './ask.ts';
import { newId } from './new-id.ts';

/** A book and the id of its reading session, by which the server knows a repetition. */
export interface MarkedBook {
  readonly id: string;
  readonly bookId: string;
}

/** Books or whole series, marked read or unread at once. */
export interface MarksChange {
  readonly kind: 'marks';
  readonly read: boolean;
  readonly picked: Omit<Picked, 'title'>;
  /** Absent until the server has named the books of series and lists. */
  readonly books?: readonly MarkedBook[];
}

const toMarked = (bookIds: Iterable<string>): readonly MarkedBook[] =>
  [...bookIds].map((bookId) => ({ id: newId(), bookId }));

/** Books that have this state already keep their times. */
function isLeft({ readProgress }: Book, read: boolean): boolean {
  return read ? readProgress?.completed !== true : readProgress !== undefined;
}

/**
 * A mark of chosen books needs no answer of the server.
 * @param known by id; all others are taken to need the mark
 */
export function nameBooks(change: MarksChange, known: ReadonlyMap<string, Book>): MarksChange {
  const { picked, read } = change;
  if (picked.kind !== 'book' || !('ids' in picked.of)) return change;
  const needsMark = (id: string): boolean => {
    const book = known.get(id);
    return book === undefined || isLeft(book, read);
  };
  return { ...change, books: toMarked(picked.of.ids.filter(needsMark)) };
}

/** Books of a series that need the mark; none for a series that is gone, as a mark of several passes over it. */
async function listBooksToMark(ask: Ask, seriesId: string, isMeant: (book: Book) => boolean): Promise<string[]> {
  try {
    return (await listAllBooks(ask, seriesId)).filter(isMeant).map(({ id }) => id);
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return [];
    throw error;
  }
}

/**
 * Names every book of a mark.
 * @param at when it was made: what came to the server later is not meant
 */
export async function resolveMarks(ask: Ask, change: MarksChange, at: number): Promise<readonly MarkedBook[]> {
  const { picked, read, books } = change;
  if (books !== undefined) return books;
  const wasThere = ({ createdAt }: Book | Series) => Date.parse(createdAt) <= at;
  const isMeant = (item: Book | Series) => wasThere(item) && (!('seriesId' in item) || isLeft(item, read));
  if (picked.kind === 'book') return toMarked(await listIds(ask, picked, isMeant));
  const bookIds = new Set<string>();
  for (const seriesId of await listIds(ask, picked, wasThere)) {
    for (const id of await listBooksToMark(ask, seriesId, isMeant)) bookIds.add(id);
  }
  return toMarked(bookIds);
}

/** Sessions for the API, at the time of the mark. */
export function toSessions(books: readonly MarkedBook[], read: boolean, at: number): readonly SessionUpload[] {
  const time = new Date(at).toISOString();
  const kind = read ? 'completed' : 'reset';
  return books.map(({ id, bookId }) => ({ id, bookId, kind, clientStartedAt: time, clientEndedAt: time }));
}

/** Whether a mark is about a book. A list is known to the server only. */
export function isMarked({ picked, books }: MarksChange, book: Pick<Book, 'id' | 'seriesId'>): boolean {
  if (books !== undefined) return books.some(({ bookId }) => bookId === book.id);
  if (!('ids' in picked.of)) return false;
  return picked.of.ids.includes(picked.kind === 'book' ? book.id : book.seriesId);
}
