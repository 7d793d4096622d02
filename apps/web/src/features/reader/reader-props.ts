import type { Book, ReadProgress } from '@lectern/contract';

export interface ReaderProps {
  readonly book: Book;
  /** First page to show, from 1: from the address or the progress. */
  readonly startPage: number;
  /** The exact stored place; undefined when reading starts elsewhere. */
  readonly progress: ReadProgress | undefined;
  readonly isIncognito: boolean;
  readonly onClose: () => void;
  /** Reopens the book at the place of another device. */
  readonly onFollow: (progress: ReadProgress) => void;
  readonly onOpenBook: (bookId: string) => void;
}
