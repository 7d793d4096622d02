import type { Book, ReadProgress } from '@lectern/contract';

/** What every kind of reader is given. */
export interface ReaderProps {
  readonly book: Book;
  /** Page to begin at, from 1: asked for by the address, or where the reader left off. */
  readonly startPage: number;
  /** Says more exactly where the reader left off; undefined when that is not where to begin. */
  readonly progress: ReadProgress | undefined;
  readonly isIncognito: boolean;
  readonly onClose: () => void;
  /** Opens the book anew where another device has read on to. */
  readonly onFollow: (progress: ReadProgress) => void;
  readonly onOpenBook: (bookId: string) => void;
}
