import { t } from '@lingui/core/macro';
import type { Book } from '@lectern/contract';
import { bookNumber, bookState, isReadable } from '#entities/book/book-state.ts';
import { formatNumber } from '#lib/format.ts';

/** The book of the continue button, and its label. */
export interface NextBook {
  readonly book: Book;
  readonly words: string;
}

/**
 * Chooses the next book: the one in progress, else the first unread after the last read, else the first unread, else
 * the first.
 * @param books in reading order
 */
export function chooseNextBook(books: readonly Book[]): NextBook | undefined {
  const readable = books.filter(isReadable);
  const [first] = readable;
  if (first === undefined) return undefined;
  const open = latest(readable.filter((book) => bookState(book).kind === 'reading'));
  if (open !== undefined) {
    return { book: open, words: continueWords(open) };
  }
  const lastRead = readable.findLastIndex((book) => bookState(book).kind === 'read');
  const isUnread = (book: Book) => bookState(book).kind === 'unread';
  const next = readable.slice(lastRead + 1).find(isUnread) ?? readable.find(isUnread);
  if (next === undefined) return { book: first, words: t`Read again` };
  return { book: next, words: lastRead === -1 && next === first ? firstWords(next) : nextWords(next) };
}

function latest(books: readonly Book[]): Book | undefined {
  return books.toSorted((a, b) => touchedAt(b).localeCompare(touchedAt(a)))[0];
}

function touchedAt(book: Book): string {
  return book.readProgress?.updatedAt ?? '';
}

function continueWords(book: Book): string {
  const { title, layout, readProgress } = book;
  const number = bookNumber(book);
  if (layout === 'reflowable') {
    const { words: percent } = bookState(book);
    return number === undefined ? t`Continue “${title}”, ${percent}` : t`Continue no. ${number}, ${percent}`;
  }
  const page = formatNumber(readProgress?.currentPage ?? 1);
  return number === undefined ? t`Continue “${title}”, p. ${page}` : t`Continue no. ${number}, p. ${page}`;
}

function firstWords(book: Book): string {
  const { title } = book;
  const number = bookNumber(book);
  return number === undefined ? t`Read “${title}”` : t`Read no. ${number}`;
}

function nextWords(book: Book): string {
  const { title } = book;
  const number = bookNumber(book);
  return number === undefined ? t`Read next: “${title}”` : t`Read next: no. ${number}`;
}
