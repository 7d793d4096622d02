import { plural, t } from '@lingui/core/macro';
import type { Book } from '@lectern/contract';
import { formatNumber, formatShare } from '#lib/format.ts';

export interface BookState {
  readonly kind: 'broken' | 'waiting' | 'unread' | 'reading' | 'read';
  readonly words: string;
  /** 0 to 1 while reading. */
  readonly share?: number;
}

/** An unreadable file goes first, whatever the progress. */
export function bookState(book: Book): BookState {
  if (book.analysisError !== null) return { kind: 'broken', words: t`Cannot be opened` };
  const progress = book.readProgress;
  if (progress?.completed === true) return { kind: 'read', words: t({ message: 'Read', context: 'state of a book' }) };
  if (progress !== undefined) return { kind: 'reading', ...readingWords(book, progress) };
  if (!book.analyzed) return { kind: 'waiting', words: t`Not analyzed yet` };
  return { kind: 'unread', words: lengthWords(book) };
}

function readingWords(book: Book, progress: NonNullable<Book['readProgress']>) {
  const share = progress.progressPercentage ?? (book.pageCount > 0 ? progress.currentPage / book.pageCount : 0);
  if (book.layout === 'reflowable') return { words: formatShare(share), share };
  const [page, total] = [formatNumber(progress.currentPage), formatNumber(book.pageCount)];
  return { words: t`Page ${page} of ${total}`, share };
}

/** Empty for reflowable text, which has no fixed pages. */
function lengthWords(book: Book): string {
  if (book.layout === 'reflowable') return t`Text`;
  const { pageCount } = book;
  return plural(pageCount, { one: '# page', other: '# pages' });
}

/** Label of the Read button: "Read", "Continue from page 12", "Read again". */
export function readWords(book: Book): string {
  const state = bookState(book);
  if (state.kind === 'read') return t`Read again`;
  if (state.kind !== 'reading') return t({ message: 'Read', context: 'verb' });
  const { words: share } = state;
  if (book.layout === 'reflowable') return t`Continue from ${share}`;
  const page = formatNumber(book.readProgress?.currentPage ?? 1);
  return t`Continue from page ${page}`;
}

export function isReadable(book: Book): boolean {
  return book.analysisError === null && book.analyzed && !book.deleted;
}

/** Keeps the fraction: chapter 12.5 is not shown as 12. */
export function bookNumber(book: Book): string | undefined {
  const number = book.chapter ?? book.number;
  return number === null ? undefined : String(number);
}
