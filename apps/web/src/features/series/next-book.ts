import type { Book } from '@lectern/contract';
import { bookNumber, bookState, isReadable } from '#entities/book/book-state.ts';
import { formatNumber } from '#lib/format.ts';

/** The book that "continue" opens, and what the button says. */
export interface NextBook {
  readonly book: Book;
  readonly words: string;
}

/**
 * Chooses what to read next: the book that is open, else the first unread one after the last that was read, else the
 * first unread one, else the first again.
 * @param books in reading order
 */
export function chooseNextBook(books: readonly Book[]): NextBook | undefined {
  const readable = books.filter(isReadable);
  const [first] = readable;
  if (first === undefined) return undefined;
  const open = latest(readable.filter((book) => bookState(book).kind === 'reading'));
  if (open !== undefined) {
    const where =
      open.layout === 'reflowable' ? bookState(open).words : `p. ${formatNumber(open.readProgress?.currentPage ?? 1)}`;
    return { book: open, words: `Continue ${nameOf(open)}, ${where}` };
  }
  const lastRead = readable.findLastIndex((book) => bookState(book).kind === 'read');
  const isUnread = (book: Book) => bookState(book).kind === 'unread';
  const next = readable.slice(lastRead + 1).find(isUnread) ?? readable.find(isUnread);
  if (next === undefined) return { book: first, words: 'Read again' };
  return {
    book: next,
    words: lastRead === -1 && next === first ? `Read ${nameOf(next)}` : `Read next: ${nameOf(next)}`,
  };
}

function latest(books: readonly Book[]): Book | undefined {
  return books.toSorted((a, b) => touchedAt(b).localeCompare(touchedAt(a)))[0];
}

function touchedAt(book: Book): string {
  return book.readProgress?.updatedAt ?? '';
}

/** "no. 3" where there is a number, else the title. */
function nameOf(book: Book): string {
  const number = bookNumber(book);
  return number === undefined ? `“${book.title}”` : `no. ${number}`;
}
