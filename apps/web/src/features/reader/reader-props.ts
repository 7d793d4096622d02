import type { Book } from '@lectern/contract';

/** What every kind of reader is given. */
export interface ReaderProps {
  readonly book: Book;
  /** Page to begin at, from 1: asked for by the address, or where the reader left off. */
  readonly startPage: number;
  readonly isIncognito: boolean;
  readonly onClose: () => void;
  readonly onOpenBook: (bookId: string) => void;
}
